package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** What a worker asks of the database, one by one. */
interface StoreStage extends JobsStage {

    /** The endings of so many jobs named {@code w}, each claimed. */
    default List<Ending> claimAll(JobDatabase database, int jobs) throws SQLException {
        JobStore.ClaimRequest wanted = new JobStore.ClaimRequest(
                database.workerId(),
                List.of(new QueueLane("default", 0, null)),
                Collections.singletonList(null),
                null,
                Set.of("w"),
                Set.of(),
                jobs,
                1);
        List<ClaimedJob> claimed = with(database, c -> database.store().claimJobs(c, wanted));
        assertThat(claimed).hasSize(jobs);
        List<Ending> endings = new ArrayList<>();
        for (ClaimedJob job : claimed) {
            Claim claim = new Claim(
                    job,
                    database.workerId(),
                    database.stopwatch(),
                    database.stopwatch().elapsed());
            endings.add(new Ending.Completed(claim, Duration.ZERO));
        }
        return endings;
    }

    /** Those that were refused. */
    default List<Ending> write(JobDatabase database, List<Ending> endings) throws SQLException {
        return with(database, c -> database.store().writeEndings(c, database.workerId(), endings));
    }

    /** Uses a connection. */
    @FunctionalInterface
    interface Use<T> {
        T of(Connection connection) throws SQLException;
    }

    default <T> T with(JobDatabase database, Use<T> use) throws SQLException {
        return database.runWork(use::of);
    }
}
