package dev.baton.submissions.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class TimeChangesTest {

    private static void insert(Connection connection, String id, String at) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract,"
                            + " last_modified_at) VALUES ('" + id + "', 't', X'00', X'00', '{}',"
                            + " TIMESTAMP WITH TIME ZONE '" + at + "')");
        }
    }

    private static List<String> look(Changes changes, Connection connection) throws SQLException {
        List<String> seen = new ArrayList<>();
        changes.load(connection, false, "", due -> seen.add(due.intentId()));
        return seen;
    }

    /** Half past two, summer time, is before ten past two of the same night: the cursor goes on all the same. */
    @Test
    void theEndOfSummerTimeDoesNotHoldTheCursor() throws SQLException {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;TIME ZONE=Europe/Berlin");
        try (Baton baton =
                        Baton.on(source).component(SubmissionSchema.COMPONENT).start();
                Connection connection = source.getConnection()) {
            Changes changes = new Feed(new SubmissionSql(baton.database())).changes();
            changes.begin(connection);
            insert(connection, "summer", "2099-10-25 02:30:00+02:00");
            assertThat(look(changes, connection)).containsExactly("summer");
            insert(connection, "winter", "2099-10-25 02:10:00+01:00");
            assertThat(look(changes, connection)).contains("winter");
            assertThat(look(changes, connection)).as("forty minutes on").containsExactly("winter");
        }
    }
}
