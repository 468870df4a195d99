package dev.baton.jobs;

import static dev.baton.jobs.Cluster.hold;
import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What becomes of runs that fail. */
interface FailureContract extends JobsStage {

    @Test
    default void aFailingJobIsRetriedThenDeadThenRedrivenThenDiscarded() throws Exception {
        Jobs jobs = cluster()
                .start(worker().handler(
                                "bad",
                                context -> {
                                    throw new IllegalStateException("attempt " + context.attempt());
                                },
                                RetryPolicy.fixed(3, Duration.ofMillis(20))));
        UUID id = jobs.enqueue(JobRequest.of("bad")).id();
        until(() -> heard().count("dead bad") == 1);
        JobDetails dead = jobs.admin().show(id).orElseThrow();
        assertThat(dead.job().status()).isEqualTo(JobStatus.DEAD);
        assertThat(dead.job().lastError()).contains("attempt 3");
        assertThat(dead.runs()).extracting(JobRun::attempt).containsExactly(3, 2, 1);
        assertThat(dead.runs()).extracting(JobRun::outcome).containsOnly(JobRun.Outcome.FAILED);
        assertThat(jobs.admin().deadLetters(Optional.empty(), 10).items())
                .extracting(JobView::id)
                .containsExactly(id);
        assertThat(jobs.admin().redrive(id)).isTrue();
        until(() -> heard().count("dead bad") == 2);
        assertThat(jobs.admin().discard(id)).isTrue();
        assertThat(jobs.admin().deadLetters(Optional.empty(), 10).items()).isEmpty();
    }

    @Test
    default void aPayloadThatCannotBeReadIsADeadLetterAtOnceWithTheReason() throws Exception {
        Jobs jobs = cluster()
                .start(worker().handler("typed", JobHandler.reading(Integer::valueOf, (context, number) -> {})));
        UUID id = jobs.enqueue(JobRequest.of("typed").payload("\"seven\"")).id();
        jobs.enqueue(JobRequest.of("typed").payload("7"));
        until(() -> heard().count("dead typed") == 1 && heard().count("completed typed") == 1);
        JobView dead = jobs.admin().show(id).orElseThrow().job();
        assertThat(dead.attempt()).isEqualTo(1);
        assertThat(dead.lastError()).contains("cannot be read").contains("seven");
    }

    @Test
    default void aJobWithoutAHandlerIsKeptAndWarnedOf() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        UUID id = client.enqueue(JobRequest.of("unknown")).id();
        Jobs jobs = cluster().start(worker().handler("known", context -> {}));
        until(() -> heard().count("unhandled unknown 1") == 1);
        jobs.enqueue(JobRequest.of("known"));
        until(() -> heard().count("completed known") == 1);
        JobView kept = jobs.admin().show(id).orElseThrow().job();
        assertThat(kept.status()).isEqualTo(JobStatus.SCHEDULED);
        assertThat(kept.claimNumber()).isZero();
    }

    /** The database takes neither the error nor the batch it comes in. */
    @Test
    default void anEndingThatTheDatabaseRefusesIsRecordedPlainly() throws Exception {
        Jobs jobs = cluster().start(worker().handler("fine", context -> {}).handler("cursed", context -> {
            throw new IllegalStateException("unspeakable");
        }));
        cluster()
                .update("ALTER TABLE baton_job_runs ADD CONSTRAINT decency"
                        + " CHECK (error IS NULL OR error NOT LIKE '%unspeakable%')");
        List<Enqueued> both = jobs.enqueue(List.of(JobRequest.of("cursed"), JobRequest.of("fine")));
        until(() -> heard().count("dead cursed") == 1 && heard().count("completed fine") == 1);
        JobDetails dead = jobs.admin().show(both.get(0).id()).orElseThrow();
        assertThat(dead.job().status()).isEqualTo(JobStatus.DEAD);
        assertThat(dead.job().lastError()).contains("could not be written");
        assertThat(dead.runs()).extracting(JobRun::outcome).containsExactly(JobRun.Outcome.FAILED);
    }

    /**
     * By a transaction of the handler's own, say, which it has left open. Of a table with a few rows MariaDB reads all, and waits for
     * whichever is locked.
     */
    @Test
    default void aRunningJobThatSomebodyHoldsKeepsNoOtherFromEnding() throws Exception {
        List<Connection> open = new CopyOnWriteArrayList<>();
        Jobs jobs = cluster().start(worker().handler("fine", context -> {}).handler("held", context -> {
            Connection connection = cluster().source().getConnection();
            open.add(connection);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE baton_jobs SET progress = 'mine' WHERE id = '"
                        + context.token().jobId() + "'");
            }
        }));
        jobs.enqueue(Collections.nCopies(
                1_000, JobRequest.of("fine").runAt(Instant.now().plusSeconds(3_600))));
        cluster().refreshStatistics("baton_jobs");
        jobs.enqueue(JobRequest.of("held"));
        until(() -> !open.isEmpty());
        jobs.enqueue(Collections.nCopies(5, JobRequest.of("fine")));

        until(() -> heard().count("completed fine") == 5);
        jobs.enqueue(JobRequest.of("fine"));
        until(() -> heard().count("completed fine") == 6);
        assertThat(heard().count("completed held")).isZero();

        try (Connection connection = open.get(0)) {
            connection.rollback();
        }
        until(() -> heard().count("completed held") == 1);
    }

    @Test
    default void aRunThatTakesTooLongIsInterruptedAndFails() throws Exception {
        Jobs jobs =
                cluster().start(worker().handler("slow", context -> hold(new CountDownLatch(1)), RetryPolicy.never()));
        UUID id = jobs.enqueue(JobRequest.of("slow").timeout(Duration.ofMillis(50)))
                .id();
        until(() -> heard().count("dead slow") == 1);
        assertThat(jobs.admin().show(id).orElseThrow().job().lastError()).contains("longer than 50 ms");
    }
}
