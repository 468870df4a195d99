package dev.baton.submissions.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A page of a search reads its own rows, however many others are in the range that was asked for, and before it. */
class SearchPlanTest {

    private static final int ROWS = 5_000;
    private static final int PAGE = 10;
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

    /** A database, how it says what a statement has read, and where the number is in what it says. */
    private record Explained(Supplier<TestDatabase> fresh, String words, Pattern read) {}

    static Stream<Named<Explained>> databases() {
        return Stream.of(
                Named.of(
                        "PostgreSQL",
                        new Explained(
                                PostgresDatabase::fresh,
                                "EXPLAIN (ANALYZE, FORMAT TEXT) ",
                                Pattern.compile("(?:Rows Removed by Filter: |actual [^)]*rows=)(\\d+)"))),
                Named.of(
                        "H2",
                        new Explained(H2Database::fresh, "EXPLAIN ANALYZE ", Pattern.compile("scanCount: (\\d+)"))),
                Named.of(
                        "MariaDB",
                        new Explained(
                                MariaDbDatabase::fresh,
                                "ANALYZE FORMAT=JSON ",
                                Pattern.compile("\"r_rows\": (\\d+)"))));
    }

    private static void insert(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract) VALUES"
                        + " (?, 't', ?, ?, '{}')")) {
            for (int i = 0; i < ROWS; i++) {
                insert.setString(1, "i" + i);
                insert.setBytes(2, new byte[] {0});
                insert.setBytes(3, new byte[] {0});
                insert.addBatch();
            }
            insert.executeBatch();
        }
        try (PreparedStatement stamp = connection.prepareStatement(
                "UPDATE submission_intents SET created_at = CAST(? AS " + type(connection) + ") WHERE intent_id = ?")) {
            for (int i = 0; i < ROWS; i++) {
                stamp.setString(1, PageCursor.text(FIRST.plusSeconds(i)));
                stamp.setString(2, "i" + i);
                stamp.addBatch();
            }
            stamp.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static String type(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("MariaDB") ? "datetime(6)" : "timestamp";
    }

    /** The page before the very last, of everything there is. */
    private static String page(String statement) {
        Instant cursor = FIRST.plusSeconds(2 * PAGE);
        int parameters = statement.length() - statement.replace("?", "").length();
        List<String> values = new ArrayList<>(List.of("NULL", "NULL", "NULL", "NULL"));
        values.add("'" + PageCursor.text(PageCursor.EARLIEST) + "'");
        values.add("'" + PageCursor.text(PageCursor.LATEST) + "'");
        while (values.size() < parameters - 2) {
            values.add("'" + PageCursor.text(cursor) + "'");
        }
        values.add("'i" + 2 * PAGE + "'");
        values.add(Integer.toString(PAGE + 1));
        String filled = statement;
        for (String value : values) {
            filled = filled.replaceFirst("\\?", Matcher.quoteReplacement(value));
        }
        return filled;
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aLatePageOfAnUnboundedRangeReadsItsOwnRowsAlone(Explained explained) throws SQLException {
        try (TestDatabase database = explained.fresh().get();
                Baton baton = Baton.on(database.dataSource())
                        .component(SubmissionSchema.COMPONENT)
                        .start();
                Connection connection = database.dataSource().getConnection()) {
            insert(connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute(
                        explained.words().startsWith("ANALYZE") ? "ANALYZE TABLE submission_intents" : "ANALYZE");
            }
            String search =
                    page(new SubmissionSql(baton.database()).get("search").jdbc());
            String plan = plan(connection, explained.words() + search);
            Matcher read = explained.read().matcher(plan);
            assertThat(read.find()).as(plan).isTrue();
            read.reset();
            while (read.find()) {
                assertThat(Integer.parseInt(read.group(1))).as(plan).isLessThan(10 * PAGE);
            }
        }
    }

    private static String plan(Connection connection, String sql) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                plan.append(rows.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }
}
