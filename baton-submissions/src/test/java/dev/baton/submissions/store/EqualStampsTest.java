package dev.baton.submissions.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentPage;
import dev.baton.submissions.model.IntentQuery;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that bear one and the same time, more of them than a page holds: none is missed, and none comes twice. */
class EqualStampsTest {

    /** More than two pages of the feed. */
    private static final int ROWS = 2_300;

    /** Ahead of every real one, so that no overlap comes into it. */
    private static final String STAMP = "2099-10-25 02:30:00.123456";

    /** Those whose feed goes by the time. */
    static Stream<Named<Supplier<TestDatabase>>> feedsByTime() {
        return Stream.of(Named.of("H2", H2Database::fresh), Named.of("MariaDB", MariaDbDatabase::fresh));
    }

    static Stream<Named<Supplier<TestDatabase>>> databases() {
        return Stream.concat(feedsByTime(), Stream.of(Named.of("PostgreSQL", PostgresDatabase::fresh)));
    }

    private static List<String> ids() {
        return IntStream.range(0, ROWS)
                .mapToObj(i -> String.format(Locale.ROOT, "i%05d", i))
                .toList();
    }

    private static void insert(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract) VALUES"
                        + " (?, 't', ?, ?, '{}')")) {
            for (String id : ids()) {
                insert.setString(1, id);
                insert.setBytes(2, new byte[] {0});
                insert.setBytes(3, new byte[] {0});
                insert.addBatch();
            }
            insert.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void stamp(Connection connection, String column) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE submission_intents SET " + column + " = TIMESTAMP '" + STAMP + "'");
        }
    }

    @ParameterizedTest
    @MethodSource("feedsByTime")
    void theFeedMissesNone(Supplier<TestDatabase> fresh) throws SQLException {
        try (TestDatabase database = fresh.get();
                Baton baton = Baton.on(database.dataSource())
                        .component(SubmissionSchema.COMPONENT)
                        .start();
                Connection connection = database.dataSource().getConnection()) {
            Changes changes = new Feed(new SubmissionSql(baton.database())).changes();
            changes.begin(connection);
            insert(connection);
            stamp(connection, "last_modified_at");
            List<String> seen = new ArrayList<>();
            changes.load(connection, false, "", due -> seen.add(due.intentId()));
            assertThat(seen).containsExactlyElementsOf(ids());
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theSearchMissesNone(Supplier<TestDatabase> fresh) throws SQLException {
        try (TestDatabase database = fresh.get();
                Baton baton = Baton.on(database.dataSource())
                        .component(SubmissionSchema.COMPONENT)
                        .observer()
                        .start();
                SubmissionManager manager = SubmissionManager.on(baton, SubmissionSettings.of(List.of(), List.of()))
                        .start();
                Connection connection = database.dataSource().getConnection()) {
            insert(connection);
            stamp(connection, "created_at");
            List<String> found = new ArrayList<>();
            Optional<String> cursor = Optional.empty();
            do {
                IntentQuery query = IntentQuery.all().limit(1_000);
                IntentPage page = manager.search(cursor.map(query::after).orElse(query));
                page.items().stream().map(Intent::intentId).forEach(found::add);
                cursor = page.nextCursor();
            } while (cursor.isPresent());
            assertThat(found).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(ids());
        }
    }
}
