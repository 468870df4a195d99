package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.SecurityConfig.SessionLimits;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Sessions last as long as they may, by the database's time, on every database. */
class SessionRowsTest {

    private static final SessionLimits LIMITS = new SessionLimits(Duration.ofHours(1), Duration.ofHours(12));

    @Test
    void onH2() throws SQLException {
        try (TestDatabase database = H2Database.fresh()) {
            lasts(database, "DATEADD('MINUTE', -%2$d, %1$s)");
        }
    }

    @Test
    void onPostgres() throws SQLException {
        try (TestDatabase database = PostgresDatabase.fresh()) {
            lasts(database, "%s - %d * interval '1 minute'");
        }
    }

    @Test
    void onMariaDb() throws SQLException {
        try (TestDatabase database = MariaDbDatabase.fresh()) {
            lasts(database, "%s - INTERVAL %d MINUTE");
        }
    }

    /** @param earlier how this database takes minutes from a column */
    private static void lasts(TestDatabase database, String earlier) throws SQLException {
        try (Baton baton = Baton.on(database.dataSource())
                .node("n1")
                .component(ServerSchema.COMPONENT)
                .start()) {
            SessionRows rows = new SessionRows(new ServerSql(baton.database()));
            LeaseTable table = new LeaseTable(database.dataSource());
            rows.insert("used", "a", "Ünal");
            assertThat(rows.unseen("used", "a", LIMITS)).isPresent();
            assertThat(rows.unseen("used", "b", LIMITS)).as("of another token").isEmpty();

            table.update("UPDATE baton_sessions SET seen_at = " + earlier.formatted("seen_at", 50));
            assertThat(rows.unseen("used", "a", LIMITS).orElseThrow()).isGreaterThan(Duration.ofMinutes(49));
            rows.seen("used");
            assertThat(rows.unseen("used", "a", LIMITS).orElseThrow()).isLessThan(Duration.ofMinutes(49));
            table.update("UPDATE baton_sessions SET created_at = " + earlier.formatted("created_at", 721));
            assertThat(rows.unseen("used", "a", LIMITS)).as("too old").isEmpty();

            rows.insert("rests", "a", "Ünal");
            table.update("UPDATE baton_sessions SET seen_at = " + earlier.formatted("seen_at", 61));
            assertThat(rows.unseen("rests", "a", LIMITS))
                    .as("seen too long ago")
                    .isEmpty();
            endsAreEnds(rows);
        }
    }

    private static void endsAreEnds(SessionRows rows) throws SQLException {
        rows.insert("one", "a", "Ünal");
        rows.insert("other", "a", "Ünal");
        rows.insert("others", "b", "x".repeat(300));
        rows.end("one");
        assertThat(rows.unseen("one", "a", LIMITS)).isEmpty();
        assertThat(rows.unseen("other", "a", LIMITS)).isPresent();
        rows.endOf("a");
        assertThat(rows.unseen("other", "a", LIMITS)).isEmpty();
        assertThat(rows.unseen("others", "b", LIMITS)).isPresent();
    }
}
