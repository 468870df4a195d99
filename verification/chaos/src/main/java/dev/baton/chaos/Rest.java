package dev.baton.chaos;

import dev.baton.chaos.cluster.Cluster;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** After the load: all that was accepted comes to its end. */
final class Rest {

    private static final String UNFINISHED = "SELECT (SELECT count(*) FROM submission_intents WHERE status = 'pending')"
            + " + (SELECT count(*) FROM baton_jobs WHERE status IN ('scheduled', 'running') AND cron IS NULL"
            + " AND interval_ms IS NULL)";

    private Rest() {}

    /** Waits for it; if it does not come in all this time, the checker will say what has not ended. */
    static void await(Cluster cluster, long seconds, Consumer<String> progress) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < end) {
            try {
                String left = cluster.database().ask(UNFINISHED);
                progress.accept("coming to rest: " + left + " to go");
                if (left.equals("0")) {
                    return;
                }
            } catch (SQLException e) {
                progress.accept("coming to rest: " + e.getMessage());
            }
            LockSupport.parkNanos(500_000_000);
        }
    }
}
