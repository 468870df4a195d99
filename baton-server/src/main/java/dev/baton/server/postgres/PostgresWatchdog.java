package dev.baton.server.postgres;

import dev.baton.support.Threads;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every two seconds whether the embedded database still runs, and revives it after a crash. Every node of the folder has
 * one; the folder's lock lets one of them act. While the process lives that it has seen before, it asks no further.
 */
final class PostgresWatchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresWatchdog.class);
    private static final long CHECK_MILLIS = 2_000;

    private final EmbeddedPostgres postgres;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-postgres-watchdog"));

    private Optional<ProcessHandle> server = Optional.empty();

    PostgresWatchdog(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    void start() {
        @SuppressWarnings("unused") // it ends with the executor
        var unused =
                thread.scheduleWithFixedDelay(this::reviveIfDead, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void reviveIfDead() {
        if (server.filter(PostgresControl::lives).isPresent()) {
            return;
        }
        try {
            if (postgres.revive()) {
                LOG.info("the embedded database runs again");
            }
            server = postgres.server();
        } catch (RuntimeException e) {
            LOG.warn("the embedded database cannot be started again yet: {}", e.getMessage());
        }
    }

    /** Waits for a start that is under way: nobody else may hold the folder's lock in this process. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(2, TimeUnit.MINUTES)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
