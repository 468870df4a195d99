package dev.baton.chaos.faults;

import dev.baton.chaos.cluster.Cluster;
import dev.baton.chaos.cluster.Cluster.Leader;
import dev.baton.chaos.cluster.Node;
import dev.baton.chaos.cluster.Standby;
import dev.baton.chaos.history.Journal;
import dev.baton.chaos.node.Roles;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/** Has faults happen, one call each, and keeps what happened when to whom. */
public final class Injector {

    private final Cluster cluster;
    private final DatabaseFaults database;
    private final ServerFaults servers;
    private final Journal journal;
    private final ReentrantLock one = new ReentrantLock();
    private final List<Struck> struck = new CopyOnWriteArrayList<>();

    public Injector(Cluster cluster, Journal journal) {
        this.cluster = cluster;
        this.database = new DatabaseFaults(cluster);
        this.servers = new ServerFaults(cluster);
        this.journal = journal;
    }

    public List<Struck> struck() {
        return List.copyOf(struck);
    }

    /** Returns when the fault is over and the node that it hit, if any, serves again or has been started. */
    public void strike(Fault fault) {
        List<Leader> leaders = cluster.leaders();
        Node node = target(fault, leaders);
        Map<String, Long> led = led(fault, node, leaders);
        long[] began = {System.nanoTime()};
        journal.write("fault", fault.kind().label(), node.name(), began[0], "begin");
        boolean alone = everybody(fault.kind());
        try {
            if (alone) {
                one.lock(); // two hands on one server would do things that nobody's server ever sees
            }
            act(fault, node, began);
        } catch (SQLException e) {
            journal.write("fault", fault.kind().label(), node.name(), System.nanoTime(), "error: " + e.getMessage());
        } finally {
            if (alone) {
                one.unlock();
            }
        }
        long healed = System.nanoTime();
        journal.write("fault", fault.kind().label(), node.name(), healed, "end");
        struck.add(new Struck(fault.kind(), everybody(fault.kind()) ? "" : node.name(), began[0], healed, led));
    }

    private Node target(Fault fault, List<Leader> leaders) {
        List<Node> nodes = cluster.nodes();
        return leaders.stream()
                .filter(leader -> leader.role().equals(fault.role()) && cluster.node(leader.node()) != null)
                .map(leader -> cluster.node(leader.node()))
                .findFirst()
                .orElse(nodes.get(fault.node() % nodes.size()));
    }

    private static boolean everybody(Kind kind) {
        return switch (kind) {
            case CUT_ALL,
                    SILENCE_ALL,
                    RESTART_FAST,
                    RESTART_IMMEDIATE,
                    NO_CONNECTIONS,
                    FAIL_OVER,
                    FAIL_OVER_LOSSY,
                    CLOCK_STEP,
                    DISK_FULL,
                    SERVER_KILL,
                    SERVER_PAUSE,
                    SERVER_CUT_OFF,
                    SWITCH_OVER -> true;
            default -> false;
        };
    }

    private static Map<String, Long> led(Fault fault, Node node, List<Leader> leaders) {
        Map<String, Long> led = new TreeMap<>();
        for (Leader leader : leaders) {
            boolean hit = switch (fault.kind()) {
                case TRANSFER, DRAIN, END_SESSION -> leader.role().equals(role(fault));
                default -> everybody(fault.kind()) || leader.node().equals(node.name());
            };
            if (hit && !leader.released()) {
                led.put(leader.role(), leader.epoch());
            }
        }
        return led;
    }

    private static String role(Fault fault) {
        return fault.role().isEmpty() ? Roles.REGISTER : fault.role();
    }

    /** @param began moved on where the blow falls later than the preparations */
    private void act(Fault fault, Node node, long[] began) throws SQLException {
        switch (fault.kind()) {
            case KILL -> {
                node.kill();
                Waiting.pause(fault.millis());
                node.start();
            }
            case TERMINATE -> {
                node.terminate();
                Waiting.pause(fault.millis());
                node.start();
            }
            case PAUSE_SHORT, PAUSE_LONG -> {
                node.pause();
                Waiting.pause(fault.millis());
                node.resume();
            }
            case SQUEEZE -> {
                node.tell("squeeze " + fault.millis());
                Waiting.pause(fault.millis());
            }
            case END_SESSION -> endSession(fault);
            case TRANSFER, DRAIN -> handOver(fault, node);
            case RESTART_FAST, RESTART_IMMEDIATE, NO_CONNECTIONS, CLOCK_STEP, DISK_FULL -> database.strike(fault);
            case SERVER_KILL, SERVER_PAUSE, SERVER_CUT_OFF, SWITCH_OVER -> servers.strike(fault, node);
            case FAIL_OVER, FAIL_OVER_LOSSY -> failOver(fault, began);
            default -> link(fault, node);
        }
    }

    /** What happens on the way to the database. */
    private void link(Fault fault, Node node) {
        List<Node> hit = everybody(fault.kind()) ? cluster.nodes() : List.of(node);
        for (Node each : hit) {
            switch (fault.kind()) {
                case PARTITION -> each.way().refuse(true);
                case SILENCE, SILENCE_ALL -> each.way().silence(true);
                case SLOW_ANSWERS -> each.way().delayAnswers(50 + fault.millis() / 10);
                case SLOW_THEN_CUT -> each.way().delayAnswers(600);
                case TRICKLE -> each.way().throttle(30_000);
                case CUT_AFTER_COMMIT -> each.way().cutAfterCommit(3);
                default -> {}
            }
            switch (fault.kind()) {
                case CUT, CUT_ALL, PARTITION -> each.way().cut();
                case CUT_DATABASE_SIDE -> each.way().cutDatabaseSide();
                default -> {}
            }
        }
        Waiting.pause(fault.millis());
        if (fault.kind() == Kind.SLOW_THEN_CUT) {
            node.way().cutDatabaseSide();
            Waiting.pause(Roles.TRUST_WINDOW.toMillis() * 2);
        }
        if (fault.kind() == Kind.CUT_DATABASE_SIDE) {
            Waiting.pause(Roles.TRUST_WINDOW.toMillis() * 2);
        }
        hit.forEach(each -> each.way().heal());
    }

    private void endSession(Fault fault) throws SQLException {
        for (Leader leader : cluster.leaders()) {
            if (leader.role().equals(role(fault)) && !leader.session().isEmpty()) {
                cluster.database().endSession(leader.session());
            }
        }
    }

    /** Operators at work while the load goes on. */
    private void handOver(Fault fault, Node node) {
        List<Node> others = new ArrayList<>(cluster.nodes());
        others.remove(node);
        String to = others.get(fault.node() % others.size()).name();
        String role = role(fault);
        boolean own = Roles.ofApplication(cluster.engine()).containsKey(role);
        if (fault.kind() == Kind.TRANSFER) {
            if (own) {
                node.tell("transfer " + role + " " + to);
            } else {
                Operator.post(node, "/v1/leaders/" + role + "/transfer", "{\"to\": \"" + to + "\"}");
            }
            return;
        }
        if (own) {
            node.tell("drain " + role);
        } else {
            Operator.post(node, "/v1/leaders/" + role + "/drain", "{\"node\": \"" + node.name() + "\"}");
        }
        Waiting.pause(fault.millis());
        if (own) {
            node.tell("undrain " + role);
        } else {
            Operator.post(node, "/v1/leaders/" + role + "/undrain", "{}");
        }
    }

    private void failOver(Fault fault, long[] began) throws SQLException {
        Standby standby = cluster.postgres().standby();
        began[0] = System.nanoTime();
        if (fault.kind() == Kind.FAIL_OVER_LOSSY) {
            standby.fallBehind();
            Waiting.pause(fault.millis());
            began[0] = System.nanoTime();
            cluster.postgres().failOver(standby);
        } else {
            cluster.nodes().forEach(node -> node.way().refuse(true));
            cluster.nodes().forEach(node -> node.way().cut());
            standby.catchUp(cluster.postgres().primary());
            cluster.postgres().failOver(standby);
            cluster.nodes().forEach(node -> node.way().heal());
        }
    }
}
