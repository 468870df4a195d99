package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.SubmissionListener;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With a refresh once an hour nothing is late: it is what is left when all else has failed. */
class RarelyRefreshedTest {

    private Databases engine;
    private DataSource database;

    private void on(Databases which) {
        engine = which;
        database = which.fresh();
    }

    private TestNode.Setup node(String name) {
        return TestNode.on(database).strategy(engine.strategy()).named(name);
    }

    private void execute(String sql) {
        try {
            Databases.execute(database, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As after a fail-over of the database: what the follower announces by is gone since it did so last. */
    @Test
    void aHintSurvivesTheLossOfTheConnectionThatGaveTheLast() throws Exception {
        on(Databases.POSTGRESQL);
        try (TestNode leader = node("leader")
                        .with(settings -> settings.refreshInterval(Duration.ofHours(1)))
                        .start();
                TestNode follower = node("follower").observing().start()) {
            leader.awaitLeader();
            for (int i = 0; i < 5; i++) {
                follower.submit("i" + i, "three");
                assertThat(follower.awaitTerminal("i" + i).status()).isEqualTo(IntentStatus.ACCEPTED);
                execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND query LIKE '%pg_notify%'"
                        + " AND pid <> pg_backend_pid()");
            }
        }
    }

    /** Between the look at an intent and its start: it is due again when the clock says so, and is nowhere else in memory. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void aDatabaseClockThatIsSetBackLosesNothing(Databases which) throws Exception {
        on(which);
        AtomicBoolean done = new AtomicBoolean();
        SubmissionListener clock = new SubmissionListener() {
            @Override
            public void starting(List<String> intentIds) {
                if (done.compareAndSet(false, true)) {
                    execute(which.postponeUnnoticed());
                }
            }
        };
        try (TestNode leader = node("leader")
                .heard(clock)
                .with(settings -> settings.refreshInterval(Duration.ofHours(1)))
                .start()) {
            leader.awaitLeader();
            leader.submit("i", "three");
            assertThat(leader.awaitTerminal("i").status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(done).isTrue();
        }
    }
}
