package dev.baton.submissions.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    private static void insertMany(Connection connection, int rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract,"
                            + " last_modified_at) SELECT 'many-' || x, 't', X'00', X'00', '{}',"
                            + " DATEADD(MICROSECOND, x, TIMESTAMP WITH TIME ZONE '2099-01-01 00:00:00Z')"
                            + " FROM SYSTEM_RANGE(1, " + rows + ")");
        }
    }

    /** However many there are within the overlap: a look that has not seen all says so, and so many as are needed do not stand still. */
    @Test
    void whoIsHintedGetsToTheNewestThroughAnyNumberOfOlderOnes() throws SQLException {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        try (Baton baton =
                        Baton.on(source).component(SubmissionSchema.COMPONENT).start();
                Connection connection = source.getConnection()) {
            Changes changes = new Feed(new SubmissionSql(baton.database())).changes();
            changes.begin(connection);
            insertMany(connection, 12_000);
            assertThat(lookOnAsHinted(changes, connection)).hasSize(12_000);
            insert(connection, "newest", "2099-01-01 00:00:01Z");
            assertThat(lookOnAsHinted(changes, connection)).contains("newest");
        }
    }

    private static Set<String> lookOnAsHinted(Changes changes, Connection connection) throws SQLException {
        Set<String> seen = new HashSet<>();
        Changes.Told told;
        do {
            told = changes.load(connection, true, "", due -> seen.add(due.intentId()));
        } while (told == Changes.Told.MORE_AT_ONCE);
        return seen;
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
