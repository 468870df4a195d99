package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Claims go on where the last one ended; what comes before that all the same is not left until all the rest is done. */
interface ClaimOrderContract extends JobsStage {

    int MANY = 2_000;

    @Test
    default void whatIsDueBeforeTheLastClaimDoesNotWaitForAllThatWaits() throws Exception {
        Semaphore allowed = new Semaphore(0);
        AtomicInteger done = new AtomicInteger();
        AtomicInteger late = new AtomicInteger();
        Jobs jobs = cluster().start(cluster().builder().clientOnly());
        UUID paused = jobs.enqueue(
                        JobRequest.of("late").priority(7).runAt(Instant.now().minusSeconds(7)))
                .id();
        jobs.admin().pause(paused);
        jobs.enqueue(Collections.nCopies(MANY, JobRequest.of("many").priority(5)));
        cluster()
                .start(worker().handler("many", context -> {
                            if (!allowed.tryAcquire(2, TimeUnit.MINUTES)) {
                                throw new IllegalStateException("nobody let this job go on");
                            }
                            done.incrementAndGet();
                        })
                        .handler("late", context -> late.incrementAndGet()));
        allowed.release(100);
        until(() -> done.get() == 100);

        jobs.admin().resume(paused);
        jobs.enqueue(List.of(
                JobRequest.of("late").priority(9),
                JobRequest.of("late").priority(5).runAt(Instant.now().minusSeconds(3_600))));
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, priority, next_run_time) VALUES ('" + UUID.randomUUID()
                        + "', 'late', 5, TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z')");
        while (late.get() < 4 && done.get() < MANY) {
            int before = done.get();
            allowed.release(5);
            until(() -> done.get() >= Math.min(before + 5, MANY));
        }
        assertThat(late).hasValue(4);
        assertThat(done).hasValueLessThan(MANY);
        allowed.release(MANY);
        until(() -> heard().count("completed many") == MANY);
    }
}
