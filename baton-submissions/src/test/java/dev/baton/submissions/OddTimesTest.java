package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentQuery;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.SubmissionListener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Times with which nobody can count, put into intents by plain SQL, are the trouble of these intents alone, if of any. */
class OddTimesTest {

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Map<String, String> expected = new LinkedHashMap<>();

    private static List<String> past(Databases engine) {
        List<String> ordinary = List.of("'1700-01-01 00:00:00'", "'1000-01-01 00:00:00'");
        return switch (engine) {
            case POSTGRESQL -> with(ordinary, "'-infinity'", "'4713-01-01 00:00:00 BC'");
            case MARIADB, MYSQL -> with(ordinary, "'0000-00-00 00:00:00'");
            default -> ordinary;
        };
    }

    private static List<String> future(Databases engine) {
        List<String> ordinary = List.of("'2400-01-01 00:00:00'", "'9999-12-31 00:00:00'", engine.endOfTime());
        return engine == Databases.POSTGRESQL ? with(ordinary, "'294276-12-31 00:00:00'") : ordinary;
    }

    private static List<String> with(List<String> some, String... more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    private void submit(TestNode client, DataSource source, String column, List<String> times, String status)
            throws SQLException {
        for (String time : times) {
            String id = column + "-" + expected.size();
            client.submit(id, "three");
            change(
                    source,
                    "UPDATE submission_intents SET " + column + " = " + time + " WHERE intent_id = '" + id + "'");
            expected.put(id, status);
        }
    }

    /** MySQL keeps the day zero only for a session that wants it. */
    private static void change(DataSource source, String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            if (connection.getMetaData().getDatabaseProductName().equals("MySQL")) {
                statement.execute("SET SESSION sql_mode = ''");
            }
            statement.executeUpdate(sql);
        }
    }

    private static Map<String, String> statuses(DataSource source) throws SQLException {
        Map<String, String> statuses = new LinkedHashMap<>();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT intent_id, status FROM submission_intents")) {
            while (rows.next()) {
                statuses.put(rows.getString(1), rows.getString(2));
            }
        }
        return statuses;
    }

    private SubmissionListener hearsFailures() {
        return new SubmissionListener() {
            @Override
            public void scheduleRefreshFailed(Exception error) {
                failures.add(String.valueOf(error));
            }
        };
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void aTimeThatNobodyCanCountWithStopsNobodyElse(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        try (TestNode client = TestNode.on(source)
                .named("client")
                .strategy(engine.strategy())
                .observing()
                .start()) {
            List<String> any = new ArrayList<>(past(engine));
            any.addAll(future(engine));
            submit(client, source, "next_attempt_at", past(engine), "accepted");
            submit(client, source, "next_attempt_at", future(engine), "pending");
            submit(client, source, "deadline_at", past(engine), "exhausted");
            submit(client, source, "deadline_at", future(engine), "accepted");
            submit(client, source, "created_at", any, "accepted");
            submit(client, source, "last_modified_at", any, "accepted");
            try (TestNode node = TestNode.on(source)
                    .strategy(engine.strategy())
                    .heard(hearsFailures())
                    .start()) {
                client.submit("good", "three");
                assertThat(node.awaitTerminal("good").status()).isEqualTo(IntentStatus.ACCEPTED);
                expected.put("good", "accepted");
                Awaitility.await("all that can be attempted")
                        .atMost(TestNode.PATIENCE)
                        .untilAsserted(() -> assertThat(statuses(source)).containsExactlyInAnyOrderEntriesOf(expected));
                assertThat(failures).filteredOn(OddTimesTest::isOfData).isEmpty();
                assertThat(client.manager.search(IntentQuery.all().limit(100)).items())
                        .extracting(Intent::intentId)
                        .contains("good");
            }
        }
    }

    /** Not that a machine which stands still lost its term. */
    private static boolean isOfData(String failure) {
        return failure.contains("infinity") || failure.contains("range");
    }
}
