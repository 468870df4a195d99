package dev.baton.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EndingWriterTest {

    /** A claimer that was woken earlier would see a job that still runs, and go to sleep until it polls. */
    @Test
    void claimersAreWokenWhenTheyCanSeeThatTheJobIsScheduledAgain() throws Exception {
        try (H2Database h2 = H2Database.fresh();
                Baton baton = Baton.on(h2.inTwoZones())
                        .component(JobsSchema.COMPONENT)
                        .start();
                Jobs client = Jobs.on(baton).clientOnly().start()) {
            client.enqueue(JobRequest.of("w"));
            JobDatabase database = new JobDatabase(baton);
            CompletableFuture<String> seen = new CompletableFuture<>();
            EndingWriter writer = new EndingWriter(
                    database,
                    new HeldClaims(),
                    new DatabaseRetry(baton.database()::knownDialect),
                    new JobListeners(List.of()),
                    new Counters(),
                    woken(() -> seen.complete(status(database))));
            writer.start();

            writer.addEnding(Ending.failed(
                    claim(database), new IllegalStateException("no"), RetryPolicy.DEFAULT, Duration.ofSeconds(1), 0));

            assertThat(seen.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo("scheduled");
            writer.close(Duration.ofSeconds(5));
        }
    }

    @Test
    void anEndingThatTheDatabaseRefusesHoldsUpNoOtherAndHasARecord() throws Exception {
        try (H2Database h2 = H2Database.fresh();
                Baton baton = Baton.on(h2.inTwoZones())
                        .component(JobsSchema.COMPONENT)
                        .start();
                Jobs client = Jobs.on(baton).clientOnly().start()) {
            JobDatabase database = new JobDatabase(baton);
            EndingWriter writer = new EndingWriter(
                    database,
                    new HeldClaims(),
                    new DatabaseRetry(baton.database()::knownDialect),
                    new JobListeners(List.of()),
                    new Counters(),
                    woken(() -> {}));
            for (String error : List.of("fine", "with a snowman \u2603", "fine", "fine", "fine")) {
                client.enqueue(JobRequest.of("w"));
                writer.addEnding(Ending.failed(
                        claim(database),
                        new IllegalStateException(error),
                        RetryPolicy.DEFAULT,
                        Duration.ofSeconds(1),
                        0));
            }
            run(database, "ALTER TABLE baton_jobs ADD CHECK (LOCATE(CHAR(9731), COALESCE(last_error, '')) = 0)");

            writer.start(); // all of them are one batch
            writer.close(TestPatience.LONGEST_WAIT);

            assertThat(first(database, "SELECT COUNT(*) FROM baton_jobs WHERE status = 'scheduled'"))
                    .as("those that will be tried again")
                    .isEqualTo("4");
            assertThat(first(database, "SELECT last_error FROM baton_jobs WHERE status = 'dead'"))
                    .contains("it failed, but this could not be written");
        }
    }

    /** By a list a server may wait for a row that the list does not name, again and again. */
    @Test
    void afterWaitingInVainEndingsAreWrittenOneByOneButNotAfterADeadlock() throws Exception {
        try (H2Database h2 = H2Database.fresh();
                Baton baton = Baton.on(h2.inTwoZones())
                        .component(JobsSchema.COMPONENT)
                        .start();
                Jobs client = Jobs.on(baton).clientOnly().start()) {
            client.enqueue(Collections.nCopies(2, JobRequest.of("w")));
            JobDatabase database = new JobDatabase(baton);
            HeldEndings held = new HeldEndings(database, database.keepConnection());
            List<Ending> two = List.of(new Ending.NeverBegan(claim(database)), new Ending.NeverBegan(claim(database)));
            held.putAside(two, new SQLException("a deadlock, says the test", "40001"));
            assertThat(held.goSingly(two)).isFalse();
            held.putAside(two, new SQLException("no lock in time, says the test", "HYT00", 50200));
            assertThat(held.goSingly(two)).isTrue();
            assertThat(held.goSingly(two.subList(0, 1))).isFalse();
            assertThat(held.isEmpty()).as("nobody holds anything").isTrue();
        }
    }

    /** Whoever tells of the end of a run may be one of the few threads that tell of all calls' answers. */
    @Test
    void nobodyWaitsToTellOfAnEndAndNothingIsClaimedWhileTooManyAreUnwritten() throws Exception {
        try (H2Database h2 = H2Database.fresh();
                Baton baton = Baton.on(h2.inTwoZones())
                        .component(JobsSchema.COMPONENT)
                        .start();
                Jobs client = Jobs.on(baton).clientOnly().start()) {
            client.enqueue(JobRequest.of("w"));
            JobDatabase database = new JobDatabase(baton);
            WorkerParts worker = parts(database);
            QueueThreads threads = new QueueThreads(worker, "any", queue -> true, 1);
            Ending ending = new Ending.NeverBegan(claim(database));

            assertThat(threads.room()).as("as long as it writes").isPositive();
            CompletableFuture.runAsync(
                            () -> { // it does not: it was never started
                                while (!worker.endings().isFarBehind()) {
                                    worker.endings().addEnding(ending);
                                }
                                worker.endings().addEnding(ending);
                            })
                    .get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(threads.room()).isZero();
        }
    }

    private static WorkerParts parts(JobDatabase database) {
        HeldClaims claims = new HeldClaims();
        JobSettings settings = JobSettings.DEFAULT;
        JobListeners listeners = new JobListeners(List.of());
        Counters counters = new Counters();
        DatabaseRetry retry = new DatabaseRetry(database.baton().database()::knownDialect);
        ClaimWatchdog watchdog = new ClaimWatchdog(claims, listeners, database.stopwatch());
        return new WorkerParts(
                database,
                settings,
                new JobHandlers(Map.of(), Map.of()),
                Set.of(),
                claims,
                new EndingWriter(database, claims, retry, listeners, counters, woken(() -> {})),
                watchdog,
                new HeartbeatSender(database, claims, watchdog, settings),
                retry,
                listeners,
                counters);
    }

    private static void run(JobDatabase database, String text) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private static Claim claim(JobDatabase database) throws SQLException {
        JobStore.ClaimRequest wanted = new JobStore.ClaimRequest(
                database.workerId(),
                List.of(new QueueLane("default", 0, null)),
                Collections.singletonList(null),
                null,
                Set.of("w"),
                Set.of(),
                1,
                60_000);
        List<ClaimedJob> claimed =
                database.runWork(connection -> database.store().claimJobs(connection, wanted));
        return new Claim(
                claimed.get(0),
                database.workerId(),
                database.stopwatch(),
                database.stopwatch().elapsed());
    }

    private static String status(JobDatabase database) {
        return first(database, "SELECT status FROM baton_jobs");
    }

    private static String first(JobDatabase database, String query) {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "gone";
        } catch (SQLException e) {
            return e.getMessage();
        }
    }

    private static WorkAnnouncer woken(Runnable then) {
        return new WorkAnnouncer() {
            @Override
            public void announceWork() {
                then.run();
            }

            @Override
            public void announceWorkIn(Duration delay) {}
        };
    }
}
