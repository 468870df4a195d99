package dev.baton.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a claim in which something goes wrong. */
class ClaimErrorsTest {

    private final H2Database h2 = H2Database.fresh();
    private final HeldClaims claims = new HeldClaims();
    private Baton baton;
    private Jobs client;
    private JobDatabase database;

    @BeforeEach
    void open() throws SQLException {
        baton = Baton.on(h2.inTwoZones()).component(JobsSchema.COMPONENT).start();
        client = Jobs.on(baton).clientOnly().start();
        database = new JobDatabase(baton);
        database.store(); // makes the tables
    }

    @AfterEach
    void close() {
        client.close();
        baton.close();
        h2.close();
    }

    /** Else the job would wait until it is reclaimed, and count that as an attempt. */
    @Test
    void whatWasClaimedUnknownToUsIsLookedForUntilNoOtherPoolIsClaiming() throws Exception {
        client.enqueue(JobRequest.of("w"));
        QueueThreads threads = new QueueThreads(parts(), "any", queue -> true, 1);
        update("ALTER TABLE baton_jobs RENAME TO away");
        assertThatThrownBy(() -> threads.claimOnce(1)).isInstanceOf(SQLException.class);
        update("ALTER TABLE away RENAME TO baton_jobs");
        update("UPDATE baton_jobs SET status = 'running', claim_number = 1, attempt = 1, locked_at = CURRENT_TIMESTAMP,"
                + " locked_by = '" + database.workerId() + "'");

        claims.underWay().readLock().lock(); // as another pool
        try {
            threads.claimOnce(1);
            assertThat(first("SELECT status FROM baton_jobs")).isEqualTo("running");
        } finally {
            claims.underWay().readLock().unlock();
        }
        threads.claimOnce(1);

        assertThat(first("SELECT status FROM baton_jobs")).isEqualTo("scheduled");
        assertThat(first("SELECT attempt FROM baton_jobs")).isEqualTo("0");
    }

    /** One by one, since one of the jobs is refused; and then the database goes away. */
    @Test
    void whatWasTakenBeforeAnErrorIsRunAndTheErrorComesWithTheNextClaim() throws Exception {
        enqueueBesideOneThatIsRefused("first", "lost");
        RefusedClaims refused = new RefusedClaims(database, () -> false);
        AtomicBoolean connected = new AtomicBoolean(true);
        JobStore store = losingAnswersOf("lost", connected);

        connected.set(false);
        assertThat(claim(refused, store)).extracting(ClaimedJob::job).containsExactly("first");
        assertThatThrownBy(() -> claim(refused, store)).hasMessage("the answer was lost");

        connected.set(true);
        client.enqueue(JobRequest.of("later"));
        assertThat(claim(refused, store)).extracting(ClaimedJob::job).containsExactly("later");
    }

    @Test
    void anErrorBeforeAnythingWasTakenIsThrownAtOnce() throws Exception {
        enqueueBesideOneThatIsRefused("lost");
        RefusedClaims refused = new RefusedClaims(database, () -> false);
        AtomicBoolean connected = new AtomicBoolean();
        JobStore store = losingAnswersOf("lost", connected);
        assertThatThrownBy(() -> claim(refused, store)).hasMessage("the answer was lost");
        assertThat(claim(refused, store)).as("no error is left").isEmpty();
    }

    @Test
    void aWorkerThatStopsTriesNoJobMore() throws Exception {
        enqueueBesideOneThatIsRefused("first", "second", "third");
        AtomicInteger asked = new AtomicInteger();
        RefusedClaims refused = new RefusedClaims(database, () -> asked.incrementAndGet() > 3); // a look, two jobs
        JobStore store = database.store();
        assertThat(claim(refused, store)).extracting(ClaimedJob::job).containsExactly("first");
        assertThat(first("SELECT COUNT(*) FROM baton_jobs WHERE status = 'scheduled' AND job_name <> 'cursed'"))
                .isEqualTo("2");
    }

    /** In this order; the one that is refused is the second. */
    private void enqueueBesideOneThatIsRefused(String... jobs) throws SQLException {
        int priority = 9;
        for (String job : jobs) {
            client.enqueue(JobRequest.of(job).priority(priority));
            if (priority == 9) {
                client.enqueue(JobRequest.of("cursed").priority(8));
            }
            priority -= 2;
        }
        update("ALTER TABLE baton_jobs ADD CHECK (job_name <> 'cursed' OR status <> 'running')");
    }

    private List<ClaimedJob> claim(RefusedClaims refused, JobStore store) throws SQLException {
        List<QueueLane> lanes = List.of(new QueueLane("default", 0, null));
        Set<String> handlers = Set.of("first", "second", "third", "lost", "later", "cursed");
        JobStore.ClaimRequest wanted = new JobStore.ClaimRequest(
                database.workerId(), lanes, Collections.singletonList(null), null, handlers, Set.of(), 10, 60_000);
        return database.runWork(c -> refused.claimJobs(store, c, wanted));
    }

    /** The database's own store; one job is taken without anybody hearing of it. */
    private JobStore losingAnswersOf(String job, AtomicBoolean connected) throws SQLException {
        JobStore real = database.store();
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (self, method, args) -> {
                    Object answer;
                    try {
                        answer = method.invoke(real, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (!connected.get()
                            && args[args.length - 1] instanceof ClaimedJob found
                            && found.job().equals(job)) {
                        throw new SQLException("the answer was lost", "08006");
                    }
                    return answer;
                });
    }

    private WorkerParts parts() {
        JobListeners listeners = new JobListeners(List.of());
        Counters counters = new Counters();
        DatabaseRetry retry = new DatabaseRetry(baton.database()::knownDialect);
        ClaimWatchdog watchdog = new ClaimWatchdog(claims, listeners, database.stopwatch());
        return new WorkerParts(
                database,
                JobSettings.DEFAULT,
                new JobHandlers(Map.of(), Map.of()),
                Set.of(),
                claims,
                new EndingWriter(database, claims, retry, listeners, counters, new NobodyToTell()),
                watchdog,
                new HeartbeatSender(database, claims, watchdog, JobSettings.DEFAULT),
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

    private void update(String text) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private String first(String query) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "gone";
        }
    }
}
