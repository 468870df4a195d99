package dev.baton.chaos.node;

import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.NotLeaderException;
import dev.baton.Term;
import dev.baton.chaos.history.Journal;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A counter and a list that are read, thought about and written, as programs do, without any lock against others: only the
 * fence stands between two writers and a lost update. Every operation is journaled with what became of it: {@code ok},
 * {@code fail} (certainly not done) or {@code unknown}.
 */
final class FencedAppends implements LeaderWork {

    private final String role;
    private final Baton baton;
    private final Journal journal;
    private final Engine engine;

    FencedAppends(String role, Baton baton, Journal journal, Engine engine) {
        this.role = role;
        this.baton = baton;
        this.journal = journal;
        this.engine = engine;
    }

    @Override
    public void lead(Term term) throws InterruptedException {
        while (!term.isOver()) {
            if (term.gate().isLeader()) {
                append(term.token());
            }
            term.awaitOver(Duration.ofMillis(ThreadLocalRandom.current().nextInt(10, 50)));
        }
    }

    private void append(LeaderToken token) {
        String id = UUID.randomUUID().toString();
        long invoked = System.nanoTime();
        long[] position = new long[1];
        String result;
        try {
            baton.fenced(token, connection -> position[0] = write(connection, token, id));
            result = "ok";
        } catch (NotLeaderException e) {
            result = "fail";
        } catch (SQLException e) {
            result = "unknown";
        }
        journal.write("A", role, id, invoked, System.nanoTime(), result, position[0], token.epoch(), baton.holderId());
    }

    private long write(Connection connection, LeaderToken token, String id) throws SQLException {
        queueBehindMyself(connection);
        long next = value(connection) + 1;
        think();
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE chaos_counters SET value = ?, last_id = ?, commits = commits + 1 WHERE role = ?")) {
            update.setLong(1, next);
            update.setString(2, id);
            update.setString(3, role);
            update.executeUpdate();
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO chaos_appends (role, position, id, epoch, holder, committed)"
                        + " SELECT role, value, last_id, ?, ?, commits FROM chaos_counters WHERE role = ?")) {
            insert.setLong(1, token.epoch());
            insert.setString(2, token.holderId());
            insert.setString(3, role);
            insert.executeUpdate();
        }
        return next;
    }

    /**
     * A COMMIT whose answer was lost may still be on its way when this process goes on. The fence keeps former leaders out, not
     * a leader's own transactions apart: that is what this lock is for, which no other process takes.
     */
    private void queueBehindMyself(Connection connection) throws SQLException {
        if (engine.stampsCommits()) {
            try (PreparedStatement lock = connection.prepareStatement("SELECT pg_advisory_xact_lock(?, ?)")) {
                lock.setInt(1, role.hashCode());
                lock.setInt(2, baton.holderId().hashCode());
                lock.execute();
            }
            return;
        }
        try (PreparedStatement lock = connection.prepareStatement(
                "INSERT INTO chaos_writers VALUES (?, ?, 1) ON DUPLICATE KEY UPDATE turns = turns + 1")) {
            lock.setString(1, role);
            lock.setString(2, baton.holderId());
            lock.executeUpdate();
        }
    }

    private long value(Connection connection) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT value FROM chaos_counters WHERE role = ?")) {
            select.setString(1, role);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Most transactions are short; some are caught in the middle by whatever happens. */
    private static void think() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long millis = random.nextInt(10) == 0 ? random.nextInt(150) : random.nextInt(5);
        LockSupport.parkNanos(millis * 1_000_000);
    }
}
