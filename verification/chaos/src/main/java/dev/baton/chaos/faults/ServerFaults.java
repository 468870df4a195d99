package dev.baton.chaos.faults;

import dev.baton.chaos.cluster.Cluster;
import dev.baton.chaos.cluster.Node;
import dev.baton.chaos.cluster.Server;
import java.sql.SQLException;
import java.util.List;

/** What happens to the server that a node's connections lead to, on any database. Returns when all servers are there again. */
final class ServerFaults {

    private final Cluster cluster;

    ServerFaults(Cluster cluster) {
        this.cluster = cluster;
    }

    void strike(Fault fault, Node node) throws SQLException {
        Server server = cluster.database().server(node.number());
        switch (fault.kind()) {
            case SERVER_KILL -> {
                server.kill();
                Waiting.pause(fault.millis());
                server.start();
            }
            case SERVER_PAUSE -> {
                server.pause();
                Waiting.pause(fault.millis());
                server.resume();
            }
            case SERVER_CUT_OFF -> cutOff(fault.millis(), server);
            case SWITCH_OVER -> cluster.database().switchOver();
            default -> throw new IllegalStateException(fault.kind() + " happens to no server");
        }
        cluster.database().awaitWhole();
    }

    /** From every node that it serves; the servers go on knowing each other. */
    private void cutOff(long millis, Server server) {
        List<Node> served = cluster.nodes().stream()
                .filter(each -> cluster.database().server(each.number()).equals(server))
                .toList();
        served.forEach(each -> each.way().refuse(true));
        served.forEach(each -> each.way().cut());
        Waiting.pause(millis);
        served.forEach(each -> each.way().heal());
    }
}
