package dev.baton.chaos.faults;

import dev.baton.chaos.cluster.Cluster;
import dev.baton.chaos.cluster.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What happens to the suite's own PostgreSQL. */
final class DatabaseFaults {

    private final Cluster cluster;

    DatabaseFaults(Cluster cluster) {
        this.cluster = cluster;
    }

    void strike(Fault fault) throws SQLException {
        Postgres server = cluster.postgres().primary();
        switch (fault.kind()) {
            case RESTART_FAST -> restart(server, "fast", fault.millis());
            case RESTART_IMMEDIATE -> restart(server, "immediate", fault.millis());
            case NO_CONNECTIONS -> exhaust(server, fault.millis());
            case CLOCK_STEP -> step(fault);
            case DISK_FULL -> fill(server, fault.millis());
            default -> throw new IllegalStateException(fault.kind() + " is none of the server's");
        }
    }

    /** Forwards by more than every lease, or backwards, and then to the right time again. */
    private void step(Fault fault) {
        cluster.machine().stepTo(fault.node() % 2 == 0 ? 30 : -20);
        Waiting.pause(fault.millis());
        cluster.machine().stepTo(0);
    }

    /** A server that cannot write its log gives up; it is started again when there is room. */
    private void fill(Postgres server, long millis) {
        cluster.machine().fillDisk();
        Waiting.pause(millis);
        cluster.machine().freeDisk();
        server.ensureRunning();
    }

    private static void restart(Postgres server, String mode, long millis) {
        server.stop(mode);
        Waiting.pause(millis);
        server.start();
    }

    /** Takes every connection that the server has to give, and whatever becomes free meanwhile. */
    private static void exhaust(Postgres server, long millis) {
        List<Connection> taken = new ArrayList<>();
        long end = System.nanoTime() + millis * 1_000_000;
        while (System.nanoTime() < end) {
            try {
                taken.add(server.connect());
            } catch (SQLException e) {
                Waiting.pause(50);
            }
        }
        for (Connection connection : taken) {
            try {
                connection.close();
            } catch (SQLException e) {
                // The server has ended it already.
            }
        }
    }
}
