package dev.baton.jobs;

import static dev.baton.jobs.Cluster.hold;
import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.sql.FenceLostException;
import dev.baton.sql.FencedWork;
import dev.baton.sql.jdbc.Connections;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Who may say that a job is done. */
interface ClaimContract extends StoreStage {

    @Test
    default void aStaleLockIsReclaimedRecordedAndTheJobRuns() throws Exception {
        AtomicReference<ClaimToken> token = new AtomicReference<>();
        Jobs jobs = cluster().start(worker().handler("left", context -> token.set(context.token())));
        leaveBehind("left", 1);
        until(() -> heard().count("completed left") == 1);
        assertThat(heard().count("reclaimed left from ghost")).isEqualTo(1);
        assertThat(token.get().claimNumber()).isEqualTo(8);
        List<JobRun> runs = jobs.admin().show(token.get().jobId()).orElseThrow().runs();
        assertThat(runs)
                .extracting(JobRun::outcome)
                .containsExactly(JobRun.Outcome.COMPLETED, JobRun.Outcome.RECLAIMED);
        assertThat(runs).extracting(JobRun::queue).containsOnly("default");
        assertThat(runs).extracting(JobRun::lockedBy).containsExactly(jobs.workerId(), "ghost");
    }

    @Test
    default void aJobThatKeepsLosingItsWorkersBecomesADeadLetter() throws Exception {
        Jobs jobs = cluster().start(worker().handler("poison", context -> {}));
        leaveBehind("poison", 5);
        until(() -> heard().count("dead poison") == 1);
        assertThat(jobs.admin().deadLetters(Optional.empty(), 10).items()).hasSize(1);
        assertThat(heard().count("started poison")).isZero();
    }

    @Test
    default void aWorkerThatLostItsClaimIsInterruptedAndItsCompletionRefused() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster().start(worker().handler("stolen", context -> {
            try {
                hold(new CountDownLatch(1));
            } catch (InterruptedException e) {
                assertThat(context.isCancelled()).isTrue();
                assertThatThrownBy(context::ensureActive).isInstanceOf(ClaimLostException.class);
                assertThatThrownBy(() -> context.fenced(c -> null)).isInstanceOf(ClaimLostException.class);
                interrupted.countDown();
                hold(go);
            }
        }));
        UUID id = jobs.enqueue(JobRequest.of("stolen")).id();
        until(() -> heard().count("started stolen") == 1);
        cluster()
                .update("UPDATE baton_jobs SET claim_number = claim_number + 1, locked_by = 'thief',"
                        + " lock_timeout_ms = 3600000");
        hold(interrupted);
        go.countDown();
        until(() -> heard().count("refused stolen completed") == 1);
        assertThat(heard().count("abandoned stolen")).isEqualTo(1);
        JobView kept = jobs.admin().show(id).orElseThrow().job();
        assertThat(kept.lockedBy()).isEqualTo("thief");
        assertThat(kept.status()).isEqualTo(JobStatus.RUNNING);
        assertThat(heard().count("completed stolen")).isZero();
    }

    /** No heartbeat is due: the second claim itself says that the first one is over. */
    @Test
    default void aJobThatWasFreedAndIsClaimedAgainHereEndsItsEarlierRun() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        Jobs jobs = cluster()
                .start(worker().settings(JobSettings.DEFAULT)
                        .handler("wake", context -> {})
                        .handler("twice", context -> {
                            if (context.token().claimNumber() == 1) {
                                try {
                                    hold(new CountDownLatch(1));
                                } catch (InterruptedException e) {
                                    interrupted.countDown();
                                }
                            }
                        }));
        jobs.enqueue(JobRequest.of("twice"));
        until(() -> heard().count("started twice") == 1);
        cluster().update("UPDATE baton_jobs SET status = 'scheduled', locked_by = NULL, locked_at = NULL");
        jobs.enqueue(JobRequest.of("wake"));
        hold(interrupted);
        until(() -> heard().count("completed twice") == 1);
        assertThat(heard().count("abandoned twice")).isEqualTo(1);
    }

    /** No heartbeat has told it yet: only the conditions of the completion itself are in its way. */
    @Test
    default void aCompletionUnderAnotherClaimChangesNothingAndThoseBesideItStand() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster().start(worker().settings(JobSettings.DEFAULT).handler("done", context -> hold(go)));
        List<Enqueued> all = jobs.enqueue(Collections.nCopies(3, JobRequest.of("done")));
        until(() -> heard().count("started done") == 3);
        cluster()
                .update("UPDATE baton_jobs SET claim_number = claim_number + 1 WHERE id = '"
                        + all.get(0).id() + "'");
        cluster()
                .update("UPDATE baton_jobs SET locked_by = 'thief' WHERE id = '"
                        + all.get(1).id() + "'");
        go.countDown();
        until(() -> heard().count("refused done completed") == 2 && heard().count("completed done") == 1);
        assertThat(cluster().number("SELECT count(*) FROM baton_jobs WHERE status = 'running'"))
                .isEqualTo(2);
        assertThat(cluster().number("SELECT count(*) FROM baton_job_runs")).isEqualTo(1);
    }

    /** As a deadlock does: where a change of the schema ends the transaction, the lock on the claim goes with it. */
    @Test
    default void aFencedTransactionThatWasEndedInTheMiddleCommitsNothingMore() throws Exception {
        cluster().update("CREATE TABLE halves (x int)");
        AtomicReference<Throwable> refused = new AtomicReference<>();
        AtomicBoolean ends = new AtomicBoolean();
        Jobs jobs = cluster().start(worker().handler("halves", context -> {
            refused.set(catchThrowable(() -> context.fenced(c -> {
                ends.set(c.getMetaData().dataDefinitionCausesTransactionCommit());
                try (var statement = c.createStatement()) {
                    statement.executeUpdate("INSERT INTO halves VALUES (1)");
                    statement.execute("CREATE TABLE made (x int)");
                    return statement.executeUpdate("INSERT INTO halves VALUES (2)");
                }
            })));
        }));
        jobs.enqueue(JobRequest.of("halves"));
        until(() -> heard().count("completed halves") == 1);
        assertThat(refused.get() instanceof FenceLostException)
                .as("%s", refused)
                .isEqualTo(ends.get());
        assertThat(cluster().number("SELECT count(*) FROM halves")).isEqualTo(ends.get() ? 1 : 2);
    }

    /** PostgreSQL is not asked at the commit: nothing else would see there that the lock on the claim was given away. */
    @Test
    default void fencedWorkOfAJobCannotEndItsTransaction() throws Exception {
        cluster().update("CREATE TABLE ended (x int)");
        List<Throwable> refused = new CopyOnWriteArrayList<>();
        List<FencedWork.Action<RuntimeException>> endings = List.of(
                Connection::commit,
                Connection::rollback,
                c -> c.setAutoCommit(true),
                c -> LeaseTable.update(c, "COMMIT"));
        Jobs jobs = cluster().start(worker().handler("ends", context -> {
            for (FencedWork.Action<RuntimeException> ending : endings) {
                refused.add(catchThrowable(() -> context.fenced(c -> {
                    ending.run(c);
                    return LeaseTable.update(c, "INSERT INTO ended VALUES (1)");
                })));
            }
        }));
        jobs.enqueue(JobRequest.of("ends"));
        until(() -> heard().count("completed ends") == 1);
        assertThat(refused)
                .hasSameSizeAs(endings)
                .allSatisfy(error -> assertThat(error)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("would end the transaction"));
        assertThat(cluster().number("SELECT count(*) FROM ended")).isZero();
    }

    @Test
    default void aFencedTransactionCommitsUnderTheClaimAndHeartbeatsDoNotMindIt() throws Exception {
        cluster().update("CREATE TABLE effects (x int)");
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster().start(worker().handler("writes", context -> {
            context.fenced(c -> {
                try (var statement = c.createStatement()) {
                    statement.executeUpdate("INSERT INTO effects VALUES (1)");
                }
                try {
                    hold(go);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return null;
            });
        }));
        UUID id = jobs.enqueue(JobRequest.of("writes")).id();
        until(() -> heard().count("started writes") == 1);
        Instant began = Instant.now();
        until(() -> Duration.between(began, Instant.now())
                        .compareTo(Cluster.QUICK.heartbeat().multipliedBy(3))
                > 0);
        go.countDown();
        until(() -> heard().count("completed writes") == 1);
        assertThat(cluster().number("SELECT count(*) FROM effects")).isEqualTo(1);
        assertThat(jobs.admin().show(id).orElseThrow().runs()).hasSize(1);
    }

    @Test
    default void progressIsShownWithTheHeartbeat() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster().start(worker().handler("tells", context -> {
            context.progress("half way");
            hold(go);
        }));
        UUID id = jobs.enqueue(JobRequest.of("tells")).id();
        until(() -> jobs.admin()
                .show(id)
                .map(d -> "half way".equals(d.job().progress()))
                .orElse(false));
        go.countDown();
        until(() -> heard().count("completed tells") == 1);
    }

    /** The row is kept from its heartbeats until the stopwatch says that the claim may be gone. */
    @Test
    default void whatARunReportsAfterItsClaimIsNotedInItsRecordWhoeverWritesThat() throws Exception {
        JobSettings brief =
                Cluster.QUICK.withLock(Duration.ofMillis(1_300), Duration.ofMillis(100), Duration.ofMillis(300));
        Jobs jobs = cluster().start(worker().settings(brief).handler("deaf", context -> {
            while (!context.isCancelled()) {
                try {
                    hold(new CountDownLatch(1));
                } catch (InterruptedException e) {
                    // as if nothing had happened
                }
            }
        }));
        UUID id = jobs.enqueue(JobRequest.of("deaf").retries(RetryPolicy.fixed(1, Duration.ofSeconds(1))))
                .id();
        until(() -> heard().count("started deaf") == 1);
        try (Connection holding = cluster().source().getConnection()) {
            holding.setAutoCommit(false);
            try (var statement = holding.createStatement()) {
                statement.executeUpdate("UPDATE baton_jobs SET priority = 1");
            }
            until(() -> heard().count("abandoned deaf") == 1);
            holding.rollback();
        }
        until(() -> heard().count("refused deaf completed") == 1);
        until(() -> firstRun(jobs, id).isPresent()); // whoever finds the claim gone writes it
        JobRun first = firstRun(jobs, id).orElseThrow();
        assertThat(first.outcome()).isIn(JobRun.Outcome.ABANDONED, JobRun.Outcome.RECLAIMED);
        assertThat(first.lateOutcome()).isEqualTo(JobRun.Outcome.COMPLETED);
    }

    private static Optional<JobRun> firstRun(Jobs jobs, UUID id) throws SQLException {
        return jobs.admin().show(id).orElseThrow().runs().stream()
                .filter(run -> run.claimNumber() == 1)
                .findFirst();
    }

    @Test
    default void aWorkerWhoseHeartbeatsFailThreeTimesAbandonsItsRun() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Jobs jobs = cluster().start(worker().handler("cut-off", context -> {
            if (runs.incrementAndGet() == 1) {
                hold(new CountDownLatch(1));
            }
        }));
        UUID id = jobs.enqueue(JobRequest.of("cut-off")).id();
        until(() -> heard().count("started cut-off") == 1);
        cluster().update("ALTER TABLE baton_jobs RENAME TO hidden_jobs");
        until(() -> heard().count("abandoned cut-off") == 1);
        cluster().update("ALTER TABLE hidden_jobs RENAME TO baton_jobs");
        until(() -> heard().count("completed cut-off") == 1);
        assertThat(runs).as("it was given up, and ran again").hasValue(2);
        assertThat(jobs.admin().show(id).orElseThrow().runs().get(0).claimNumber())
                .isEqualTo(2);
    }

    /** Its handler allows no second one, and whoever writes that it was given up need not know the handler. */
    @Test
    default void aRunThatItsWorkerGaveUpWasAnAttempt() throws Exception {
        cluster().start(cluster().builder().clientOnly()).enqueue(JobRequest.of("w"));
        JobDatabase database = new JobDatabase(cluster().baton());
        Claim claim = claimAll(database, 1).get(0).claim();
        assertThat(write(database, List.of(new Ending.Abandoned(claim, "its claim was lost", true, false))))
                .isEmpty();
        cluster().start(worker().handler("w", context -> {}, RetryPolicy.never()));
        until(() -> heard().count("dead w") == 1);
        assertThat(heard().count("started w")).isZero();
    }

    @Test
    default void aDroppedConnectionIsNotGivenToAnybodyElse() throws Exception {
        for (int i = 0; i < 8; i++) {
            Connection connection = i < 4
                    ? cluster().source().getConnection()
                    : Connections.open(cluster().source(), Duration.ofSeconds(30));
            connection.setAutoCommit(i % 2 == 0);
            if (i % 4 < 2) {
                Connections.bound(connection, Duration.ofSeconds(7));
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
            Connections.drop(connection);
            assertThat(cluster().value("SELECT 1")).isEqualTo("1");
        }
    }
}
