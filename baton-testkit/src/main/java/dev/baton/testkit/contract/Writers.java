package dev.baton.testkit.contract;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.sql.Fence;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Threads that write under whatever token they were last given, as fast as the fence lets them. */
final class Writers implements AutoCloseable {

    private final DataSource source;
    private final Fence fence;
    private final String table;
    private final AtomicInteger committed = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> writers = new ArrayList<>();
    private volatile LeaderToken token;
    private volatile boolean stopped;

    Writers(DataSource source, Fence fence, String table) {
        this.source = source;
        this.fence = fence;
        this.table = table;
    }

    void begin(int howMany) {
        for (int i = 0; i < howMany; i++) {
            writers.add(threads.submit(this::write));
        }
    }

    void use(LeaderToken given) {
        token = given;
    }

    private Void write() throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            while (!stopped) {
                writeOnce(connection, token);
            }
        }
        return null;
    }

    private void writeOnce(Connection connection, LeaderToken mine) throws SQLException {
        try {
            fence.enter(connection, mine, FenceDemand.CURRENT);
            LeaseTable.update(connection, "INSERT INTO " + table + " VALUES (?)", mine.epoch());
            connection.commit();
            committed.incrementAndGet();
        } catch (StaleTokenException e) {
            connection.rollback();
            refused.incrementAndGet();
        } catch (SQLTransactionRollbackException e) {
            connection.rollback(); // it collided with a takeover or another writer
        }
    }

    int committed() {
        return committed.get();
    }

    int refused() {
        return refused.get();
    }

    void stop() throws InterruptedException, ExecutionException, java.util.concurrent.TimeoutException {
        stopped = true;
        for (Future<?> writer : writers) {
            writer.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        stopped = true;
        threads.shutdownNow();
    }
}
