package dev.baton.bench.fence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that each run one transaction after the other. */
final class Writers implements AutoCloseable {

    private static final String INSERT = "INSERT INTO bench_rows (writer, body) VALUES (?, ?)";
    private static final String BODY = "x".repeat(200);

    /** One transaction. */
    interface Transaction {
        void run() throws Exception;
    }

    private final int count;
    private final ExecutorService threads;

    Writers(int count) {
        this.count = count;
        this.threads = Executors.newFixedThreadPool(count);
    }

    /** Transactions per second of all writers together. */
    double measure(Duration time, Transaction transaction) throws ExecutionException, InterruptedException {
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            results.add(threads.submit(() -> repeat(end, transaction)));
        }
        long done = 0;
        for (Future<Long> result : results) {
            done += result.get();
        }
        return done / ((System.nanoTime() - begin) / 1e9);
    }

    private static long repeat(long end, Transaction transaction) throws Exception {
        long done = 0;
        while (System.nanoTime() < end) {
            transaction.run();
            done++;
        }
        return done;
    }

    /** The rows of one transaction, one statement each. */
    static void insert(Connection connection, int rows) throws SQLException {
        for (int i = 0; i < rows; i++) {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                statement.setInt(1, i);
                statement.setString(2, BODY);
                statement.executeUpdate();
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
