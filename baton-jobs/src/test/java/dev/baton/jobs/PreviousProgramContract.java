package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.NewJob;
import dev.baton.jobs.store.PreviousStore;
import dev.baton.jobs.store.QueueLane;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A program of the previous version on the tables of this one, beside one of this version: the statements that it has are run here. */
interface PreviousProgramContract extends StoreStage {

    /** A program that was there before the tables changed. */
    record Previous(JobDatabase database, JobStore store, DatabaseRetry retry) {

        static Previous on(JobDatabase database) throws SQLException {
            var dialect = Optional.of(database.dialect());
            return new Previous(database, PreviousStore.on(database), new DatabaseRetry(() -> dialect));
        }

        int enqueue(int jobs) throws SQLException {
            List<NewJob> rows = Stream.generate(() -> new NewJob(JobIds.nextId(), JobRequest.of("w"), 60_000, null))
                    .limit(jobs)
                    .toList();
            return database.runWork(c -> store.insertJobs(c, rows));
        }

        List<Ending> claim(int atMost) throws SQLException {
            JobStore.Lanes lanes = database.runWork(c -> store.readLanes(c, QueueLane.NONE));
            JobStore.ClaimRequest wanted = new JobStore.ClaimRequest(
                    database.workerId(),
                    lanes.lanes(),
                    Collections.nCopies(lanes.lanes().size(), null),
                    null,
                    Set.of("w"),
                    Set.of(),
                    atMost,
                    1);
            return retry.callWithRetries(() -> database.runWork(c -> store.claimJobs(c, wanted))).stream()
                    .map(this::ended)
                    .toList();
        }

        private Ending ended(ClaimedJob job) {
            Claim claim = new Claim(
                    job,
                    database.workerId(),
                    database.stopwatch(),
                    database.stopwatch().elapsed());
            return new Ending.Completed(claim, Duration.ZERO);
        }

        /** Those that were refused. */
        List<Ending> end(List<Ending> endings) throws SQLException {
            return retry.callWithRetries(
                    () -> database.runWork(c -> store.writeEndings(c, database.workerId(), endings)));
        }

        /** All that it can get; the jobs. */
        Set<UUID> work() throws SQLException {
            Set<UUID> jobs = new HashSet<>();
            for (List<Ending> claimed = claim(50); !claimed.isEmpty(); claimed = claim(50)) {
                assertThat(end(claimed)).isEmpty();
                claimed.forEach(ending -> jobs.add(ending.claim().token().jobId()));
            }
            return jobs;
        }
    }

    default Previous previous() throws SQLException {
        return Previous.on(new JobDatabase(cluster().baton()));
    }

    @Test
    default void bothVersionsStoreClaimAndEndJobsBesideEachOther() throws Exception {
        Previous previous = previous();
        Jobs client = cluster().start(cluster().builder().clientOnly());
        assertThat(previous.enqueue(500)).isEqualTo(500);
        client.enqueue(Collections.nCopies(500, JobRequest.of("w")));
        List<Ending> first = previous.claim(50);
        assertThat(first).hasSize(50);
        Set<UUID> byThis = ConcurrentHashMap.newKeySet();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<Set<UUID>> byPrevious = executor.submit(previous::work);
            cluster()
                    .start(worker().handler(
                                    "w", context -> byThis.add(context.token().jobId())));
            assertThat(previous.end(first)).isEmpty();
            Set<UUID> others = byPrevious.get();
            until(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs") == 0);
            assertThat(byThis.size() + others.size() + first.size()).isEqualTo(1_000);
            others.addAll(byThis);
            first.forEach(ending -> others.add(ending.claim().token().jobId()));
            assertThat(others).as("none by both").hasSize(1_000);
        } finally {
            executor.shutdownNow();
        }
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_job_runs WHERE outcome = 'completed'"))
                .isEqualTo(1_000);
        assertThat(cluster().number("SELECT COUNT(DISTINCT job_id) FROM baton_job_runs"))
                .isEqualTo(1_000);
    }

    @Test
    default void whatOneVersionLeavesBehindTheOtherTakes() throws Exception {
        Previous previous = previous();
        previous.enqueue(10);
        List<Ending> left = previous.claim(10);
        assertThat(left).hasSize(10);
        makeOld();
        Jobs worker = cluster().start(worker().handler("w", context -> {}));
        until(() -> heard().count("completed w") == 10);
        assertThat(previous.end(left)).as("refused").hasSize(10);
        cluster().stop(worker);

        JobDatabase now = new JobDatabase(cluster().baton());
        cluster().start(cluster().builder().clientOnly()).enqueue(Collections.nCopies(10, JobRequest.of("w")));
        List<Ending> mine = claimAll(now, 10);
        makeOld();
        List<JobStore.StaleClaim> stale = previous.database()
                .runWork(c -> previous.store().findStaleClaims(c, JobStore.FIRST_ID))
                .claims();
        List<JobStore.Reclaimed> freed =
                with(previous.database(), c -> previous.store().reclaimJobs(c, stale));
        assertThat(freed).hasSize(10);
        assertThat(write(now, mine)).as("refused").hasSize(10);
        assertThat(previous.work()).hasSize(10);
    }

    private void makeOld() throws SQLException {
        cluster().update("UPDATE baton_jobs SET locked_at = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z'");
    }

    @Test
    default void thePreviousVersionSeesWhatIsToBeDone() throws Exception {
        Previous previous = previous();
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(JobRequest.of("w").queue("later").runAt(Instant.now().plus(Duration.ofHours(1))));
        UUID running = client.enqueue(JobRequest.of("w").queue("now")).id();
        JobStore.Lanes lanes = previous.database().runWork(c -> previous.store().readLanes(c, QueueLane.NONE));
        assertThat(lanes.lanes()).extracting(QueueLane::queue).containsExactly("later", "now");
        assertThat(lanes.lanes())
                .allSatisfy(lane -> assertThat(lane.dueInMillis()).isBetween(3_000_000L, 3_600_001L));
        List<Ending> claimed = previous.claim(10);
        assertThat(claimed).extracting(ending -> ending.claim().token().jobId()).containsExactly(running);
        client.admin().cancel(running);
        List<Claim> claims = claimed.stream().map(Ending::claim).toList();
        String worker = previous.database().workerId();
        Set<ClaimToken> cancelled =
                with(previous.database(), c -> previous.store().findCancelled(c, worker, claims));
        assertThat(cancelled).containsExactly(claims.get(0).token());
        JobStore.HeartbeatAnswer answer =
                with(previous.database(), c -> previous.store().sendHeartbeats(c, worker, claims));
        assertThat(answer.confirmed()).containsExactly(Map.entry(running, true));
    }
}
