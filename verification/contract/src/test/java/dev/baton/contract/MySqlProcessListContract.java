package dev.baton.contract;

import dev.baton.testkit.Node;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.Contract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** MySQL's older list of processes fails as a whole while any session runs a statement with bytes that are no text. */
interface MySqlProcessListContract extends Contract {

    @Test
    default void aStatementWithBytesInItsTextHidesNoHolder() throws Exception {
        try (Connection busy = database().dataSource().getConnection()) {
            long number = Long.parseLong(ask(busy, "SELECT CONNECTION_ID()"));
            Thread asleep = new Thread(() -> sleepWithBytes(busy), "asleep");
            asleep.start();
            try (Connection look = database().dataSource().getConnection()) {
                awaitRunning(look, number);
                try {
                    Node.leads(
                            cluster().node("one").campaign(role(), session())); // at the first one, all of it is tried
                } finally {
                    run(look, "KILL QUERY " + number);
                }
            }
            asleep.join();
        }
    }

    private static void awaitRunning(Connection look, long number) {
        String running =
                "SELECT COUNT(*) FROM performance_schema.processlist WHERE command = 'Query' AND id = " + number;
        Awaitility.await("it is asleep")
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> ask(look, running).equals("1"));
    }

    private static void sleepWithBytes(Connection connection) {
        try (PreparedStatement sleep = connection.prepareStatement("SELECT SLEEP(600), ?")) {
            sleep.setBytes(1, new byte[] {(byte) 0xA1, (byte) 0x90, (byte) 0x81, 0x19});
            sleep.execute();
        } catch (SQLException e) {
            // It was woken.
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
