package dev.baton.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A claimer that has found nothing for so long that it would pause for minutes, and then is told of work, look by look. */
@Timeout(240)
@ParameterizedClass
@ValueSource(strings = {"postgresql", "h2", "mariadb"})
class IdleClaimerTest {

    private static final JobSettings SETTINGS = JobSettings.DEFAULT.withPollInterval(Duration.ofHours(1));
    private static final Duration MINUTES = Duration.ofMinutes(5);

    private final TestDatabase server;
    private final HeldClaims claims = new HeldClaims();
    private Baton baton;
    private Jobs client;
    private JobDatabase database;
    private QueueThreads threads;

    IdleClaimerTest(String dialect) {
        this.server = switch (dialect) {
            case "postgresql" -> PostgresDatabase.fresh();
            case "h2" -> H2Database.fresh();
            default -> MariaDbDatabase.fresh();
        };
    }

    @BeforeEach
    void open() throws SQLException {
        baton = Baton.on(server.inTwoZones()).component(JobsSchema.COMPONENT).start();
        client = Jobs.on(baton).settings(SETTINGS).clientOnly().start();
        database = new JobDatabase(baton);
        database.store(); // makes the tables
        threads = new QueueThreads(parts(), "any", queue -> true, 4);
        Duration pause = Duration.ZERO;
        while (pause.compareTo(MINUTES) < 0) {
            pause = threads.look(4);
        }
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        baton.close();
        server.close();
    }

    @Test
    void whatSomebodyHoldsForAMomentWhenTheHintComesIsLookedForAgainSoon() throws Exception {
        client.enqueue(JobRequest.of("w"));
        try (Connection holder = hold()) {
            threads.wake();
            assertThat(threads.look(4)).isEqualTo(LookPauses.SHORTEST);
            holder.rollback();
        }
        threads.look(4);
        assertThat(status()).isEqualTo("running");
    }

    @Test
    void whatIsCommittedAfterTheHintIsLookedForAgainSoon() throws Exception {
        try (Connection caller = server.dataSource().getConnection()) {
            caller.setAutoCommit(false);
            client.enqueue(caller, JobRequest.of("w"));
            threads.wake();
            assertThat(threads.look(4)).isEqualTo(LookPauses.SHORTEST);
            caller.commit();
        }
        threads.look(4);
        assertThat(status()).isEqualTo("running");
    }

    @Test
    void whatSomebodyHoldsWhenItIsDueIsLookedForAgainSoon() throws Exception {
        client.enqueue(JobRequest.of("w").runAt(Instant.now().plusMillis(300)));
        Duration pause = threads.look(4);
        assertThat(pause).isGreaterThan(MINUTES);
        try (Connection holder = hold()) {
            threads.idle(pause);
            assertThat(threads.look(4)).isEqualTo(LookPauses.SHORTEST);
            holder.rollback();
        }
        threads.look(4);
        assertThat(status()).isEqualTo("running");
    }

    /** Whoever paused would tell the others when the pause is over, if it has not died. */
    @Test
    void aJobThatIsLeftAloneAfterAFailureIsLookedForWhenItsPauseIsOver() throws Exception {
        client.enqueue(JobRequest.of("w"));
        update("UPDATE baton_jobs SET interval_ms = 1000, not_before = "
                + (server.dialect().equals("mariadb")
                        ? "UTC_TIMESTAMP(6) + INTERVAL 1 SECOND"
                        : "CURRENT_TIMESTAMP + INTERVAL '1' SECOND"));
        threads.idle(threads.look(4));
        threads.look(4);
        assertThat(status()).isEqualTo("running");
    }

    /** Another pool is claiming, which takes a moment: until then the job that nobody knows of waits. */
    @Test
    void claimsWhoseAnswerWasLostAreLookedForAgainSoonWhileAnotherPoolIsClaiming() throws Exception {
        client.enqueue(JobRequest.of("w"));
        update("ALTER TABLE baton_jobs RENAME TO away");
        assertThatThrownBy(() -> threads.look(4)).isInstanceOf(SQLException.class);
        update("ALTER TABLE away RENAME TO baton_jobs");
        update("UPDATE baton_jobs SET status = 'running', claim_number = 1, attempt = 1, locked_by = '"
                + database.workerId() + "'");
        claims.underWay().readLock().lock();
        try {
            assertThat(threads.look(4)).isEqualTo(LookPauses.SHORTEST);
            assertThat(status()).isEqualTo("running");
        } finally {
            claims.underWay().readLock().unlock();
        }
        threads.look(4);
        assertThat(value("SELECT claim_number FROM baton_jobs")).isEqualTo("2");
    }

    /** Holds the row of the only job. */
    private Connection hold() throws SQLException {
        Connection holder = server.dataSource().getConnection();
        holder.setAutoCommit(false);
        try (Statement statement = holder.createStatement()) {
            statement.execute("SELECT id FROM baton_jobs FOR UPDATE");
        }
        return holder;
    }

    private String status() throws SQLException {
        return value("SELECT status FROM baton_jobs");
    }

    private void update(String text) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private String value(String query) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "gone";
        }
    }

    private WorkerParts parts() {
        JobListeners listeners = new JobListeners(List.of());
        Counters counters = new Counters();
        DatabaseRetry retry = new DatabaseRetry(baton.database()::knownDialect);
        ClaimWatchdog watchdog = new ClaimWatchdog(claims, listeners, database.stopwatch());
        return new WorkerParts(
                database,
                SETTINGS,
                new JobHandlers(Map.of("w", new JobHandlers.Entry(context -> {}, RetryPolicy.DEFAULT)), Map.of()),
                Set.of(),
                claims,
                new EndingWriter(database, claims, retry, listeners, counters, new NobodyToTell()),
                watchdog,
                new HeartbeatSender(database, claims, watchdog, SETTINGS),
                retry,
                listeners,
                counters);
    }

    private record NobodyToTell() implements WorkAnnouncer {
        @Override
        public void announceWork() {}

        @Override
        public void announceWorkIn(Duration delay) {}
    }
}
