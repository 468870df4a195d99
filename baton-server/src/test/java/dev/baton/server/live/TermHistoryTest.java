package dev.baton.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** The name of every lock is a role: there may be as many as orders. */
class TermHistoryTest {

    /** More than a timeline is made of. */
    private static final int MANY = 6_000;

    @Test
    void aTimelineIsMadeOfWhatLastedThenHoweverManyRolesThereEverWere() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                Baton baton = Baton.on(database.dataSource()).node("n1").start()) {
            TermHistory history = new TermHistory(baton.leadership());
            Instant to = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            Instant from = to.minusSeconds(3_600);
            assertThat(history.between(from, to, role -> true).terms()).isEmpty();
            event(database, "gone", "acquired", MANY);
            event(database, "gone", "released", MANY);
            event(database, "standing", "acquired", 2);

            TermHistory.Timeline few = history.between(from, to, role -> true);

            assertThat(few.cutAt()).isEmpty();
            assertThat(few.terms()).extracting(Terms.Term::role).containsExactlyInAnyOrder("standing-1", "standing-2");

            event(database, "held", "acquired", MANY);

            TermHistory.Timeline many = history.between(from, to, role -> true);

            assertThat(many.cutAt()).as("it says that some are missing").contains(to);
            assertThat(many.terms()).hasSizeLessThan(MANY);
        }
    }

    private static void event(TestDatabase database, String role, String event, int roles) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO baton_leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at) SELECT '"
                            + role + "-' || x, 1, 'h', 'n', '" + event
                            + "', '', DATEADD('DAY', -40, CURRENT_TIMESTAMP) FROM SYSTEM_RANGE(1, " + roles + ")");
        }
    }
}
