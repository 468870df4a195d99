package dev.baton.examples;

import dev.baton.LeaderToken;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The start: stand for a role, work while leading it, write behind the fence. Start it twice and stop one. */
public final class FiveLines {

    private FiveLines() {}

    /** Takes a JDBC URL of a PostgreSQL database. */
    public static void main(String[] args) throws Exception {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(args[0]);
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndWait(stop, stopped)));
        try {
            run(database, stop);
        } finally {
            stopped.countDown();
        }
    }

    /** A process that is told to end lives until its shutdown hooks have ended: long enough to leave the role. */
    private static void stopAndWait(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void run(DataSource dataSource, CountDownLatch stop) throws InterruptedException, SQLException {
        createTable(dataSource);
        // region five-lines
        try (Baton baton = Baton.start(dataSource)) { // creates its tables, tests the database
            baton.campaign("reporter", term -> {
                while (!term.awaitOver(Duration.ofSeconds(1))) { // as long as this process leads
                    baton.fenced(term.token(), connection -> report(connection, term.token()));
                }
            });
            stop.await();
        } // leaves the role; the next in line leads at once
        // endregion
    }

    /** An ordinary statement in an ordinary transaction, which commits only while the token is current. */
    private static void report(Connection connection, LeaderToken token) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO reports (holder_id, lease_epoch) VALUES (?, ?)")) {
            insert.setString(1, token.holderId());
            insert.setLong(2, token.epoch());
            insert.executeUpdate();
        }
    }

    private static void createTable(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS reports (holder_id varchar(128), lease_epoch bigint,"
                    + " at timestamptz DEFAULT now())");
        }
    }
}
