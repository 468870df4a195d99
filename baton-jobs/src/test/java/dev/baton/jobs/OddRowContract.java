package dev.baton.jobs;

import static dev.baton.jobs.Cluster.hold;
import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.jobs.store.JobIds;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whatever is in a row, and whatever user code says, costs nobody else anything. */
interface OddRowContract extends JobsStage {

    @Test
    default void whatARunSaysAboutItselfIsMadeStorable() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster().start(worker().handler("says", context -> {
            context.progress(
                    "nul \0, half a pair \uD800, a whole one \uD83C\uDFB7, and much " + "\uD83C\uDFB7".repeat(600));
            hold(go);
        }));
        List<Enqueued> both = jobs.enqueue(List.of(JobRequest.of("says"), JobRequest.of("says")));
        for (Enqueued job : both) {
            until(() -> jobs.admin().show(job.id()).orElseThrow().job().progress() != null);
            assertThat(jobs.admin().show(job.id()).orElseThrow().job().progress())
                    .startsWith("nul \uFFFD, half a pair \uFFFD, a whole one \uD83C\uDFB7, and")
                    .hasSizeBetween(499, 500);
        }
        go.countDown();
        until(() -> heard().count("completed says") == 2);
        assertThat(heard().count("abandoned says")).isZero();
    }

    @Test
    default void aHeartbeatThatTheDatabaseRefusesForOneRowReachesTheOthers() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster().start(worker().handler("beats", context -> {
            context.progress(context.payload());
            hold(go);
        }));
        cluster()
                .update("ALTER TABLE baton_jobs ADD CONSTRAINT decency"
                        + " CHECK (progress IS NULL OR progress NOT LIKE '%unspeakable%')");
        UUID cursed =
                jobs.enqueue(JobRequest.of("beats").payload("\"unspeakable\"")).id();
        List<Enqueued> fine = jobs.enqueue(List.of(JobRequest.of("beats"), JobRequest.of("beats")));
        until(() -> heard().count("abandoned beats") == 1);
        for (Enqueued job : fine) {
            JobView view = jobs.admin().show(job.id()).orElseThrow().job();
            assertThat(view.lockedAt()).isAfter(view.runStartedAt());
        }
        go.countDown();
        until(() -> heard().count("completed beats") >= 2);
        assertThat(fine)
                .allSatisfy(job -> assertThat(
                                jobs.admin().show(job.id()).orElseThrow().runs())
                        .extracting(JobRun::outcome)
                        .containsExactly(JobRun.Outcome.COMPLETED));
        jobs.admin().cancel(cursed);
    }

    @Test
    default void oddValuesFailTheirOwnRowAndNoThread() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        List<String> odd = List.of(
                "max_attempts = 0",
                "max_attempts = -7, retry = 'soon'",
                "retry = '1;2'",
                "timeout_ms = 9223372036854775807",
                "timeout_ms = -1",
                "lock_timeout_ms = 9223372036854775807",
                "lock_timeout_ms = -9223372036854775807",
                "interval_ms = 9223372036854775807",
                "attempt = 2147483647",
                "claim_number = 9223372036854775807",
                "status = 'running', locked_by = 'ghost', lock_timeout_ms = 9223372036854775807, locked_at = created_at",
                "next_run_time = TIMESTAMP WITH TIME ZONE '9999-01-01 00:00:00Z'",
                "payload = 'no JSON'");
        for (String change : odd) {
            UUID id = client.enqueue(JobRequest.of("odd").runAt(Instant.now().minusSeconds(60)))
                    .id();
            assertThat(cluster().update("UPDATE baton_jobs SET " + change + " WHERE id = '" + id + "'"))
                    .isEqualTo(1);
        }
        AtomicInteger odds = new AtomicInteger();
        cluster()
                .start(worker().settings(Cluster.QUICK.withThreads(2))
                        .handler("plain", context -> {})
                        .handler("odd", context -> {
                            odds.incrementAndGet();
                            throw new IllegalStateException("no");
                        }));
        until(() -> odds.get() >= 8);
        for (int i = 1; i <= 5; i++) {
            int all = i;
            client.enqueue(JobRequest.of("plain"));
            until(() -> heard().count("completed plain") == all);
        }
        assertThat(heard().count("dead odd"))
                .as("those with no attempts at all")
                .isGreaterThanOrEqualTo(2);
    }

    @Test
    default void oddCronsHoldUpNoOther() throws Exception {
        Schedule never = Schedule.cron("0 0 0 1 1 *", "UTC");
        Schedule secondly = Schedule.cron("* * * * * *", "UTC");
        Jobs definer = cluster()
                .start(worker().handler("even", context -> {})
                        .handler("odd", context -> {})
                        .define(JobDefinition.of("even", secondly))
                        .define(oddCron("odd-0", never))
                        .define(oddCron("odd-1", never))
                        .define(oddCron("odd-2", never))
                        .define(oddCron("odd-3", never)));
        until(() -> cluster().number("SELECT count(*) FROM baton_jobs WHERE cron IS NOT NULL") == 5);
        cluster().stop(definer); // it would put right what it has defined
        List<String> odd = List.of(
                "cron = '* * * * * *', catch_up = 3, last_tick = TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:01Z'",
                "cron = '* * * * * *', catch_up = -5, last_tick = TIMESTAMP WITH TIME ZONE '1980-01-01 00:00:00Z'",
                "cron = 'now and then'",
                "zone = 'Atlantis/Capital'");
        for (int i = 0; i < odd.size(); i++) {
            assertThat(cluster()
                            .update(
                                    "UPDATE baton_jobs SET next_run_time = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z', "
                                            + odd.get(i) + " WHERE cron IS NOT NULL AND job_name = 'odd-" + i + "'"))
                    .isEqualTo(1);
        }
        cluster()
                .start(cluster()
                        .builder()
                        .listener(heard())
                        .handler("even", context -> {})
                        .handler("odd", context -> {}));
        until(() -> heard().count("completed odd-0") >= 3 && heard().count("completed even") >= 2);
    }

    private static JobDefinition oddCron(String name, Schedule schedule) {
        return JobDefinition.of(name, schedule).like(JobRequest.of(name).handledBy("odd"));
    }

    /** To some databases it is the same name, and to some another. */
    @Test
    default void aQueueWithABlankBehindItsNameCostsNobodyElseAnything() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, queue, next_run_time) VALUES ('" + UUID.randomUUID()
                        + "', 'never', 'default ', TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z')");
        client.enqueue(Collections.nCopies(3, JobRequest.of("w")));
        cluster().start(worker().handler("w", context -> {}));
        until(() -> heard().count("completed w") == 3);
    }

    /** Of a job that waits, and of one whose worker is lost: nobody else is looked for later, or not at all. */
    @Test
    default void timesAtTheEndOfTimeHoldUpNobody() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        UUID waits = client.enqueue(JobRequest.of("w")).id();
        UUID runs = client.enqueue(JobRequest.of("w")).id();
        String end = cluster().endOfTime();
        cluster().update("UPDATE baton_jobs SET next_run_time = " + end + " WHERE id = '" + waits + "'");
        cluster()
                .update("UPDATE baton_jobs SET status = 'running', locked_by = 'ghost', claim_number = 1, locked_at = "
                        + end + " WHERE id = '" + runs + "'");
        leaveBehind("left", 1);
        cluster().start(worker().handler("w", context -> {}).handler("left", context -> {}));
        until(() -> heard().count("completed left") == 1);
        client.enqueue(JobRequest.of("w"));
        until(() -> heard().count("completed w") == 1);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs")).isEqualTo(2);
        assertThat(client.admin()
                        .list(JobAdmin.Filter.any(), Optional.empty(), 10)
                        .items())
                .extracting(JobView::id)
                .containsExactlyInAnyOrder(waits, runs);
    }

    @Test
    default void aJobThatTheDatabaseWillNotHaveFreedHoldsUpNoOther() throws Exception {
        cluster().start(cluster().builder().clientOnly());
        for (String job : List.of("left", "kept", "left", "left")) {
            leaveBehind(job, 1);
        }
        cluster()
                .update("ALTER TABLE baton_jobs ADD CONSTRAINT keeps"
                        + " CHECK (job_name <> 'kept' OR status = 'running')");
        cluster().start(worker().handler("left", context -> {}).handler("kept", context -> {}));
        until(() -> heard().count("completed left") == 3);
        assertThat(cluster().value("SELECT status FROM baton_jobs WHERE job_name = 'kept'"))
                .isEqualTo("running");
    }

    /** More than are looked at at once, and first in any order of ids. */
    @Test
    default void jobsThatSomebodyHoldsHoldUpNoOtherHoweverManyTheyAre() throws Exception {
        cluster().start(cluster().builder().clientOnly());
        for (int i = 0; i < 510; i++) {
            leaveBehind("held", 1, "00000000-0000-4000-8000-" + (100_000_000_000L + i));
        }
        try (Connection holder = cluster().sessions().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.executeUpdate("UPDATE baton_jobs SET attempt = attempt + 1 WHERE job_name = 'held'");
            leaveBehind("free", 1, "ffffffff-ffff-4fff-bfff-ffffffffff01");
            leaveBehind("free", 1, "ffffffff-ffff-4fff-bfff-ffffffffff02");
            cluster().start(worker().handler("free", context -> {}).handler("held", context -> {}));
            until(() -> heard().count("completed free") == 2);
            assertThat(heard().count("started held")).isZero();
            holder.rollback();
        }
        until(() -> heard().count("completed held") == 510);
    }

    @Test
    default void aRowThatCannotBeReadIsLeftOutOfTheListAndNoOther() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(client.enqueue(JobRequest.of("listed")).id());
        }
        for (UUID odd : ids.subList(1, 3)) {
            cluster().update("UPDATE baton_jobs SET status = 'odd' WHERE id = '" + odd + "'");
        }
        List<UUID> listed = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            JobPage page = client.admin().list(JobAdmin.Filter.any(), cursor, 1);
            page.items().forEach(job -> listed.add(job.id()));
            cursor = page.nextCursor();
        } while (cursor.isPresent());
        assertThat(listed).containsExactlyInAnyOrder(ids.get(0), ids.get(3));
    }

    @Test
    default void aListenersErrorKillsNoThread() throws Exception {
        JobListener broken = new JobListener() {
            @Override
            public void started(String job, ClaimToken token, Duration lag) {
                throw new NoClassDefFoundError("started");
            }

            @Override
            public void completed(String job, ClaimToken token, Duration duration) {
                throw new StackOverflowError("completed");
            }
        };
        JobListener sneaky = new JobListener() {
            @Override
            public void completed(String job, ClaimToken token, Duration duration) {
                throwAsUnchecked(new Exception("as other languages throw it"));
            }
        };
        Jobs jobs = cluster()
                .start(worker().listener(broken)
                        .listener(sneaky)
                        .settings(Cluster.QUICK.withThreads(1))
                        .handler("w", context -> {}));
        for (int i = 1; i <= 3; i++) {
            int all = i;
            jobs.enqueue(JobRequest.of("w"));
            until(() -> cluster().number("SELECT count(*) FROM baton_job_runs WHERE outcome = 'completed'") == all);
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Exception> void throwAsUnchecked(Exception error) throws X {
        throw (X) error;
    }

    /** It was claimed and lost once: its handler allows no second attempt. */
    @Test
    default void aJobWhoseWorkersWereLostIsTriedNoOftenerThanItsHandlerAllows() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        UUID id = client.enqueue(JobRequest.of("careful")).id();
        cluster()
                .update("UPDATE baton_jobs SET status = 'running', locked_by = 'ghost', claim_number = 1, attempt = 1,"
                        + " locked_at = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z'");
        cluster().start(worker().handler("careful", context -> {}, RetryPolicy.never()));
        until(() -> heard().count("dead careful") == 1);
        assertThat(heard().count("started careful")).isZero();
        assertThat(client.admin().show(id).orElseThrow().job().lastError()).contains("workers were lost");
    }

    @Test
    default void aBadDefinitionIsRefusedAtTheStartAndOneThatTheDatabaseRefusesTakesNoOtherWithIt() throws Exception {
        JobDefinition hourly = JobDefinition.of("bad", Schedule.every(Duration.ofHours(1)));
        assertThatThrownBy(() -> worker().handler("bad", context -> {})
                        .define(hourly.like(JobRequest.of("bad").lockTimeout(Duration.ofMillis(5))))
                        .start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lock_timeout of recurring job 'bad'");
        cluster().start(cluster().builder().clientOnly());
        cluster().update("ALTER TABLE baton_jobs ADD CONSTRAINT decency CHECK (job_name <> 'bad')");
        cluster()
                .start(worker().handler("bad", context -> {})
                        .handler("good", context -> {})
                        .define(hourly)
                        .define(JobDefinition.of("good", Schedule.every(Duration.ofHours(1)))));
        until(() -> heard().count("completed good") == 1);
    }

    @Test
    default void aRecurringJobThatWasRemovedAndComesBackGoesOnCountingItsClaims() throws Exception {
        JobDefinition hourly = JobDefinition.of("back", Schedule.every(Duration.ofHours(1)));
        UUID id = JobIds.recurringId("back");
        CountDownLatch go = new CountDownLatch(1);
        Jobs first =
                cluster().start(worker().handler("back", context -> hold(go)).define(hourly));
        until(() -> heard().count("started back") == 1);
        assertThat(first.admin().remove(id)).as("it is running").isFalse();
        go.countDown();
        until(() -> heard().count("completed back") == 1);
        cluster().stop(first);
        Jobs client = cluster().start(cluster().builder().clientOnly());
        assertThat(client.admin().remove(id)).isTrue();
        assertThat(cluster().number("SELECT count(*) FROM baton_jobs")).isZero();
        assertThat(client.admin().remove(client.enqueue(JobRequest.of("once")).id()))
                .as("not a recurring one")
                .isFalse();

        cluster().start(worker().handler("back", context -> {}).define(hourly));

        until(() -> heard().count("completed back") == 2);
        assertThat(client.admin().show(id).orElseThrow().runs())
                .extracting(JobRun::claimNumber)
                .containsExactly(2L, 1L);
    }

    @Test
    default void aRecurringJobGetsAnotherScheduleAtRunTime() throws Exception {
        Jobs jobs = cluster()
                .start(worker().handler("r", context -> {})
                        .define(JobDefinition.of("r", Schedule.every(Duration.ofHours(1)))));
        UUID id = JobIds.recurringId("r");
        until(() -> heard().count("completed r") == 1);
        assertThat(jobs.admin().reschedule(id, Schedule.every(Duration.ofHours(2))))
                .isTrue();
        JobView longer = jobs.admin().show(id).orElseThrow().job();
        assertThat(longer.intervalMillis()).isEqualTo(7_200_000);
        assertThat(longer.nextRunTime())
                .as("a longer one counts from the next run")
                .isEqualTo(longer.runStartedAt().plus(Duration.ofHours(1)));
        assertThat(jobs.admin().reschedule(id, Schedule.after(Duration.ofMinutes(30))))
                .isTrue();
        until(() -> heard().count("completed r") == 2);
        assertThat(jobs.admin().reschedule(id, Schedule.cron("@yearly", "Europe/Berlin")))
                .isTrue();
        JobView yearly = jobs.admin().show(id).orElseThrow().job();
        assertThat(yearly.intervalMillis()).isNull();
        assertThat(yearly.cron()).isNotNull();
        assertThat(yearly.zone()).isEqualTo("Europe/Berlin");
        assertThat(yearly.lastTick()).isNotNull();
        assertThat(jobs.admin()
                        .reschedule(jobs.enqueue(JobRequest.of("once")).id(), Schedule.every(Duration.ofHours(2))))
                .isFalse();
    }
}
