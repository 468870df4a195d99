package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import dev.baton.jobs.store.RowByRow;
import dev.baton.testkit.CapitalIds;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Ids come back in capitals, as from SQL Server: nothing is different for it, for ids are compared as ids. */
class CapitalIdsTest extends JobsContract {

    @Override
    protected TestDatabase fresh() {
        return new CapitalIds(H2Database.fresh());
    }

    @Test
    void theyDoComeInCapitals() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        UUID id = UUID.fromString("abcdefab-cdef-4abc-8def-abcdefabcdef");
        with(database, c -> database.store());
        cluster().update("INSERT INTO baton_jobs (id, job_name) VALUES ('" + id + "', 'w')");
        assertThat(cluster().value("SELECT id FROM baton_jobs")).isEqualTo("ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF");
    }

    /** As on SQL Server, which takes no lists of ids. */
    @Test
    void whatGoesRowByRowFindsItsClaims() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        JobStore store = RowByRow.on(database);
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(Collections.nCopies(3, JobRequest.of("w")));
        List<Claim> claims = claim(database, store);
        assertThat(claims).hasSize(3);
        String worker = database.workerId();

        ClaimToken cancelled = claims.get(1).token();
        client.admin().cancel(cancelled.jobId());
        Set<ClaimToken> asked = with(database, c -> store.findCancelled(c, worker, claims));
        assertThat(asked).containsExactly(cancelled);
        assertThat(with(database, c -> store.sendHeartbeats(c, worker, claims)).confirmed())
                .hasSize(3)
                .containsEntry(cancelled.jobId(), true);

        Ending first = new Ending.Completed(claims.get(0), Duration.ZERO);
        for (String time : List.of("the first time", "when it is on record")) {
            List<Ending> refused = with(database, c -> store.writeEndings(c, worker, List.of(first)));
            assertThat(refused).as(time).isEmpty();
        }

        cluster().update("UPDATE baton_jobs SET locked_at = NULL");
        List<JobStore.StaleClaim> stale =
                with(database, c -> store.findStaleClaims(c, JobStore.FIRST_ID)).claims();
        List<JobStore.Reclaimed> freed = with(database, c -> store.reclaimJobs(c, stale));
        assertThat(freed)
                .extracting(JobStore.Reclaimed::id)
                .containsExactlyInAnyOrder(
                        claims.get(1).token().jobId(), claims.get(2).token().jobId());
    }

    private List<Claim> claim(JobDatabase database, JobStore store) throws SQLException {
        JobStore.ClaimRequest wanted = new JobStore.ClaimRequest(
                database.workerId(),
                List.of(new QueueLane("default", 0, null)),
                Collections.singletonList(null),
                null,
                Set.of("w"),
                Set.of(),
                10,
                1);
        List<ClaimedJob> claimed = with(database, c -> store.claimJobs(c, wanted));
        return claimed.stream()
                .map(job -> new Claim(
                        job,
                        database.workerId(),
                        database.stopwatch(),
                        database.stopwatch().elapsed()))
                .toList();
    }
}
