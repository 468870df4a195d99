package dev.baton.chaos.node;

import dev.baton.chaos.history.Journal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Reads the register from every node, leader or not, and journals what it saw. */
final class RegisterReader implements AutoCloseable {

    private static final long PAUSE_MILLIS = 150;

    /** A server of Galera answers with what it has applied, unless it is told to wait for what others have committed. */
    private static final String CAUGHT_UP = "SET STATEMENT wsrep_sync_wait = 1 FOR ";

    private final DataSource source;
    private final Journal journal;
    private final boolean behind;
    private final CountDownLatch closed = new CountDownLatch(1);

    RegisterReader(DataSource source, Journal journal, Engine engine) {
        this.source = source;
        this.journal = journal;
        this.behind = engine == Engine.GALERA;
        Thread thread = new Thread(this::run, "register-reader");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
                read();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        long invoked = System.nanoTime();
        try (Connection connection = source.getConnection();
                PreparedStatement select = connection.prepareStatement(
                        (behind ? CAUGHT_UP : "") + "SELECT value, last_id FROM chaos_counters WHERE role = ?")) {
            select.setString(1, Roles.REGISTER);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                journal.write("R", Roles.REGISTER, row.getString(2), invoked, System.nanoTime(), "ok", row.getLong(1));
            }
        } catch (SQLException e) {
            // Nothing was read, which says nothing.
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
