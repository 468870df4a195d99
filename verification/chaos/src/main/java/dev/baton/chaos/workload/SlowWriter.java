package dev.baton.chaos.workload;

import dev.baton.chaos.cluster.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Inserts intents by plain SQL in transactions that stay open for a while: what they stored is older than it looks. */
public final class SlowWriter implements AutoCloseable {

    private static final String INSERT = "INSERT INTO submission_intents"
            + " (intent_id, submission_target, payload, payload_hash, contract)"
            + " SELECT '%s', submission_target, payload, payload_hash, contract FROM submission_intents"
            + " WHERE submission_target = 'deadline' LIMIT 1";

    private final Database database;
    private final Acknowledged acknowledged;
    private final String prefix;
    private final Thread thread;
    private volatile boolean stopped;

    public SlowWriter(Database database, Acknowledged acknowledged, long seed) {
        this.database = database;
        this.acknowledged = acknowledged;
        this.prefix = "slow" + seed + "-";
        this.thread = new Thread(this::run, "slow-writer");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        for (int number = 1; !stopped; number++) {
            write(prefix + number);
            LockSupport.parkNanos(300_000_000);
        }
    }

    private void write(String id) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            int inserted = statement.executeUpdate(INSERT.formatted(id));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(200, 2_500) * 1_000_000);
            connection.commit();
            if (inserted == 1) {
                acknowledged.intent(id, "pending");
            }
        } catch (SQLException e) {
            // Perhaps stored, perhaps not: nobody was promised anything.
        }
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
