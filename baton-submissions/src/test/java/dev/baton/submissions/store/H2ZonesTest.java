package dev.baton.submissions.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import dev.baton.sql.jdbc.Command;
import dev.baton.testkit.H2Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** H2 keeps with an instant the offset of the session that wrote it. In a session of another zone it is the same instant. */
class H2ZonesTest {

    private static final long HALF_AN_HOUR = 1_800_000;

    @Test
    void whatOneZoneWritesIsAsOldInAnother() throws SQLException {
        try (H2Database database = H2Database.fresh();
                Baton baton = Baton.on(database.dataSource())
                        .component(SubmissionSchema.COMPONENT)
                        .start()) {
            DataSource zones = database.inTwoZones();
            try (Connection one = zones.getConnection();
                    Connection other = zones.getConnection()) {
                execute(
                        one,
                        "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash,"
                                + " contract, gateway) VALUES ('waits', 't', X'00', X'00', '{}', 'g'),"
                                + " ('flies', 't', X'00', X'00', '{}', 'g')");
                execute(
                        other,
                        "UPDATE submission_intents SET attempt_count = 1, in_flight = TRUE,"
                                + " attempt_started_at = CURRENT_TIMESTAMP(6), webhook_status = 'pending',"
                                + " webhook_next_at = CURRENT_TIMESTAMP(6) WHERE intent_id = 'flies'");
                for (Command asked : questions(new SubmissionSql(baton.database()))) {
                    assertThat(LongStream.concat(millis(asked, one), millis(asked, other)))
                            .isNotEmpty()
                            .allSatisfy(millis -> assertThat(millis).isBetween(-HALF_AN_HOUR, HALF_AN_HOUR));
                }
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** All that answer with a time as a number. */
    private static List<Command> questions(SubmissionSql sql) throws SQLException {
        return List.of(
                sql.get("lane-due").set("gateway", "g").set("row_limit", 10),
                sql.get("lane-head").set("gateway", "g").set("row_limit", 10),
                sql.get("feed-eager")
                        .set("position", "2020-01-01 00:00:00+00")
                        .set("overlap_ms", 0L)
                        .set("position_id", "")
                        .set("row_limit", 10),
                sql.get("judge-row")
                        .set("ends_as", "")
                        .set("retry_ms", 0L)
                        .set("intent_id", "flies")
                        .set("count_before", 1)
                        .set("begun", true),
                sql.get("started-row").set("intent_id", "flies"),
                sql.get("webhook-next").plain());
    }

    /** What its answer tells in milliseconds. */
    private static LongStream millis(Command asked, Connection session) throws SQLException {
        return asked.all(session, H2ZonesTest::millis).stream()
                .flatMap(List::stream)
                .mapToLong(Long::longValue);
    }

    private static List<Long> millis(ResultSet row) throws SQLException {
        List<Long> found = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            if (row.getMetaData().getColumnLabel(i).endsWith("_MS")) {
                found.add(row.getLong(i));
            }
        }
        return found;
    }
}
