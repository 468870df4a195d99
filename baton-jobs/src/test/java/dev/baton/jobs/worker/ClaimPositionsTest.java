package dev.baton.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClaimPositionsTest {

    /** Whoever was stored meanwhile with an earlier time or a higher priority waits no longer than until the next look. */
    @Test
    void aClaimBeginsWhereTheLastOneEndedUntilTheLanesAreReadAgain() throws Exception {
        try (H2Database h2 = H2Database.fresh();
                Baton baton = Baton.on(h2.inTwoZones())
                        .component(JobsSchema.COMPONENT)
                        .start();
                Jobs client = Jobs.on(baton).clientOnly().start()) {
            client.enqueue(List.of(
                    JobRequest.of("w").priority(7),
                    JobRequest.of("w").runAt(Instant.parse("2026-01-02T00:00:00Z")),
                    JobRequest.of("w").runAt(Instant.parse("2026-01-01T00:00:00Z"))));
            JobDatabase database = new JobDatabase(baton);
            JobStore store = database.store();
            ClaimPositions positions = new ClaimPositions(queue -> true, database.stopwatch());
            database.runWork(c -> positions.readLanes(store, c));
            assertThat(positions.lanes()).extracting(QueueLane::queue).containsExactly("default");
            assertThat(positions.reached()).isNull();

            List<ClaimedJob> claimed =
                    new ArrayList<>(database.runWork(c -> store.claimJobs(c, wanted(database, positions))));
            claimed.sort(ClaimPositions.ORDER);
            positions.rememberReached(claimed);
            positions.rememberReached(List.of());
            assertThat(positions.reached())
                    .isEqualTo(new JobStore.Reached(
                            0,
                            Instant.parse("2026-01-02T00:00:00Z"),
                            claimed.get(2).id()));

            database.runWork(c -> positions.readLanes(store, c));
            assertThat(positions.reached()).isNull();
        }
    }

    private static JobStore.ClaimRequest wanted(JobDatabase database, ClaimPositions positions) {
        return new JobStore.ClaimRequest(
                database.workerId(),
                positions.lanes(),
                positions.startTimes(),
                positions.reached(),
                Set.of("w"),
                Set.of(),
                10,
                60_000);
    }
}
