package dev.baton.bench.transfer;

import dev.baton.bench.Pause;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.postgres.LockQueue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The floor of a hand-over: one bare connection unlocks while another is blocked on the same advisory lock. */
final class BareUnlock implements AutoCloseable {

    private static final long KEY = 4712;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final LockQueue queue;
    private Connection holder;
    private Connection waiter;

    BareUnlock(DurablePostgres postgres) throws SQLException {
        queue = new LockQueue(postgres, KEY);
        holder = postgres.direct().getConnection();
        waiter = postgres.direct().getConnection();
        call(holder, "SELECT pg_advisory_lock(?)");
    }

    /** Nanoseconds from sending the unlock to the other's grant; then they change places. */
    long measure() throws Exception {
        Connection blocked = waiter;
        CompletableFuture<Long> granted = CompletableFuture.supplyAsync(() -> lock(blocked), thread);
        Pause.until("a blocked connection", PATIENCE, () -> !queue.waiting().isEmpty());
        long unlocked = System.nanoTime();
        call(holder, "SELECT pg_advisory_unlock(?)");
        long taken = granted.get() - unlocked;
        waiter = holder;
        holder = blocked;
        return taken;
    }

    private static long lock(Connection connection) {
        try {
            call(connection, "SELECT pg_advisory_lock(?)");
            return System.nanoTime();
        } catch (SQLException e) {
            throw new IllegalStateException("the floor's lock failed", e);
        }
    }

    private static void call(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, KEY);
            statement.execute();
        }
    }

    @Override
    public void close() throws SQLException {
        thread.shutdownNow();
        holder.close();
        waiter.close();
        queue.close();
    }
}
