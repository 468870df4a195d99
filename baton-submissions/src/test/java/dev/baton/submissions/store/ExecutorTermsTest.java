package dev.baton.submissions.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is let in to make attempts, and shut out again, in transactions that overlap. */
class ExecutorTermsTest {

    private static final String ROLE = "executor";
    private static final LeaderToken SHARD = new LeaderToken("group.3", "node#1", 7);

    static Stream<Named<Supplier<TestDatabase>>> databases() {
        return Stream.of(
                Named.of("H2", H2Database::fresh),
                Named.of("MariaDB", MariaDbDatabase::fresh),
                Named.of("PostgreSQL", PostgresDatabase::fresh));
    }

    private static LeaderToken leader(long epoch) {
        return new LeaderToken(ROLE, "leader#" + epoch, epoch);
    }

    /** Once the tables are there: a machine that stands still may need more than one attempt. */
    private static ExecutorTerms terms(Baton baton) {
        Awaitility.await("the database")
                .atMost(TestPatience.LONGEST_WAIT)
                .ignoreExceptions()
                .until(() -> baton.database().ready() != null);
        return new ExecutorTerms(new SubmissionSql(baton.database()));
    }

    /** Whoever leads the role, by its lease. */
    private static void lease(Connection connection, String role, String holder, long epoch) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM baton_leases WHERE lease_name = '" + role + "'");
            statement.execute(
                    "INSERT INTO baton_leases (lease_name, holder_id, lease_epoch, acquired_at, renewed_at, expires_at)"
                            + " VALUES ('" + role + "', '" + holder + "', " + epoch
                            + ", TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2090-01-01 00:00:00')");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aTermIsLetInOnlyByTheLeaderThatLeavesAttemptsToShards(Supplier<TestDatabase> fresh) throws Exception {
        try (TestDatabase database = fresh.get();
                Baton baton = Baton.on(database.dataSource())
                        .component(SubmissionSchema.COMPONENT)
                        .start();
                Connection c = database.dataSource().getConnection()) {
            ExecutorTerms terms = terms(baton);
            lease(c, ROLE, "leader#4", 4);
            assertThat(terms.enter(c, ROLE, SHARD))
                    .as("nobody has said anything")
                    .isFalse();
            terms.say(c, leader(4), true);
            assertThat(terms.mayBegin(c, SHARD)).as("not let in").isFalse();
            assertThat(terms.enter(c, ROLE, SHARD)).isTrue();
            assertThat(terms.mayBegin(c, SHARD)).isTrue();
            assertThat(terms.mayBegin(c, new LeaderToken(SHARD.role(), SHARD.holderId(), 8)))
                    .as("another term")
                    .isFalse();
            lease(c, ROLE, "leader#5", 5);
            assertThat(terms.enter(c, ROLE, SHARD))
                    .as("another leader has said nothing")
                    .isFalse();
            assertThat(terms.mayBegin(c, SHARD))
                    .as("it goes on until it is told")
                    .isTrue();
            terms.say(c, leader(5), false);
            assertThat(terms.enter(c, ROLE, SHARD))
                    .as("which makes all attempts")
                    .isFalse();
            lease(c, SHARD.role(), SHARD.holderId(), SHARD.epoch());
            assertThat(terms.entered(c, ROLE)).containsExactly(new ExecutorTerms.Entered(SHARD, false, Duration.ZERO));
            lease(c, SHARD.role(), "another#1", 8);
            assertThat(terms.entered(c, ROLE)).containsExactly(new ExecutorTerms.Entered(SHARD, true, Duration.ZERO));
            execute(c, "UPDATE baton_leases SET trust_ms = 2000 WHERE lease_name = '" + SHARD.role() + "'");
            assertThat(terms.entered(c, ROLE))
                    .as("its gate may be open")
                    .containsExactly(new ExecutorTerms.Entered(SHARD, true, Duration.ofSeconds(2)));
            execute(c, "UPDATE baton_leases SET trust_ms = 3000 WHERE lease_name = '" + ROLE + "'");
            assertThat(terms.entered(c, ROLE))
                    .as("the longer of the two")
                    .containsExactly(new ExecutorTerms.Entered(SHARD, true, Duration.ofSeconds(3)));
            lease(c, SHARD.role(), SHARD.holderId(), SHARD.epoch());
            execute(c, "UPDATE baton_leases SET released = true WHERE lease_name = '" + SHARD.role() + "'");
            assertThat(terms.entered(c, ROLE))
                    .as("its gate was shut before it left")
                    .containsExactly(new ExecutorTerms.Entered(SHARD, true, Duration.ZERO));
            terms.shutOut(c, SHARD);
            assertThat(terms.entered(c, ROLE)).isEmpty();
            assertThat(terms.mayBegin(c, SHARD)).as("shut out").isFalse();
        }
    }

    /** Else a term could be let in that the leader does not find when it looks for those to wait for. */
    @ParameterizedTest
    @MethodSource("databases")
    void whoEndsTheDivisionFindsTermsThatWereJustBeingLetIn(Supplier<TestDatabase> fresh) throws Exception {
        try (TestDatabase database = fresh.get();
                Baton baton = Baton.on(database.dataSource())
                        .component(SubmissionSchema.COMPONENT)
                        .start();
                Connection entering = database.dataSource().getConnection();
                Connection ending = database.dataSource().getConnection()) {
            ExecutorTerms terms = terms(baton);
            lease(ending, ROLE, "leader#4", 4);
            terms.say(ending, leader(4), true);
            entering.setAutoCommit(false);
            assertThat(terms.enter(entering, ROLE, SHARD)).isTrue();
            CompletableFuture<Integer> found = CompletableFuture.supplyAsync(() -> {
                try {
                    terms.say(ending, leader(5), false);
                    return terms.entered(ending, ROLE).size();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> found.get(300, TimeUnit.MILLISECONDS))
                    .as("it waits for whoever is being let in")
                    .isInstanceOf(TimeoutException.class);
            entering.commit();
            assertThat(found.get(60, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(terms.enter(entering, ROLE, SHARD)).isFalse();
            entering.rollback();
        }
    }
}
