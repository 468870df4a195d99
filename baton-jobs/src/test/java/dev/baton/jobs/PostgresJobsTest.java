package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresJobsTest extends JobsContract {

    private static final String EPOCH = "SELECT coalesce(max(lease_epoch), 0) FROM baton_leases"
            + " WHERE lease_name = 'scheduler' AND NOT released";

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }

    /**
     * Somebody holds the first of many rows and then asks for the last: whoever ends all of them waits for the first and has not
     * taken the last, whatever the order in which they lie there and have ended.
     */
    @Test
    void manyRunningJobsAreLockedInTheOrderOfTheirIds() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        database.store();
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name)"
                        + " SELECT CAST(lpad(to_hex(n * 4000000), 8, '0') || '-0000-4000-8000-000000000000' AS uuid), 'w'"
                        + " FROM generate_series(1000::bigint, 1, -1) n");
        List<Ending> endings = claimAll(database, 1_000).stream()
                .sorted(Comparator.comparing((Ending ending) -> id(ending)).reversed())
                .<Ending>map(ending -> new Ending.Abandoned(ending.claim(), "no", true, false))
                .toList();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (Connection holder = cluster().source().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("SELECT id FROM baton_jobs WHERE id = '" + id(endings.get(999)) + "' FOR UPDATE");
            Future<List<Ending>> refused = executor.submit(() -> write(database, endings));
            until(() -> cluster()
                            .number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND query LIKE '%baton_jobs%' AND datname = current_database()")
                    == 1);
            try (ResultSet last = statement.executeQuery(
                    "SELECT id FROM baton_jobs WHERE id = '" + id(endings.get(0)) + "' FOR UPDATE NOWAIT")) {
                assertThat(last.next()).isTrue();
            }
            holder.rollback();
            assertThat(refused.get()).isEmpty();
        } finally {
            executor.shutdownNow();
        }
    }

    private static String id(Ending ending) {
        return ending.claim().token().jobId().toString();
    }

    /** Whoever acts on an ended job meanwhile is not waited for, and the job is left for the next time. */
    @ParameterizedTest
    @ValueSource(strings = {"age-dead, dead", "prune-ended, cancelled"})
    void pruningPassesOverAJobOnWhichSomebodyActs(String pruned) throws Exception {
        String[] words = pruned.split(", ");
        JobDatabase database = new JobDatabase(cluster().baton());
        database.store();
        cluster()
                .update("INSERT INTO baton_jobs (job_name, status, finished_at)" + " SELECT 'w', '" + words[1]
                        + "', timestamptz '2020-01-01' FROM generate_series(1, 3)");
        try (Connection operator = cluster().source().getConnection();
                Statement statement = operator.createStatement()) {
            operator.setAutoCommit(false);
            statement.execute("UPDATE baton_jobs SET priority = 1"
                    + " WHERE id = (SELECT min(CAST(id AS text))::uuid FROM baton_jobs)");
            int removed = with(
                    database,
                    c -> database.sql()
                            .get(words[0])
                            .set("age_ms", 1_000L)
                            .set("at_most", 10)
                            .update(c));
            assertThat(removed).isEqualTo(2);
        }
    }

    /** An operator's own trigger of a tick is under way when the leader comes to it. */
    @Test
    void aTickThatSomebodyElsePutsAtTheSameMomentRunsOnceAndTheSchedulerGoesOn() throws Exception {
        cluster()
                .start(cluster()
                        .builder()
                        .listener(heard())
                        .handler("tick", context -> {})
                        .define(JobDefinition.of("tick", Schedule.cron("*/3 * * * * *", "UTC"))));
        until(() -> heard().count("completed tick") >= 1);
        long epoch = cluster().number(EPOCH);
        try (Connection operator = cluster().source().getConnection();
                Statement statement = operator.createStatement()) {
            operator.setAutoCommit(false);
            statement.executeUpdate(
                    "INSERT INTO baton_jobs (id, job_name, handler, next_run_time, parent_id, scheduled_for)"
                            + " SELECT gen_random_uuid(), job_name, handler, next_run_time, id, next_run_time"
                            + " FROM baton_jobs WHERE cron IS NOT NULL");
            until(() -> cluster()
                            .number("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                    + " AND wait_event = 'transactionid' AND datname = current_database()")
                    == 1);
            operator.commit();
        }
        long before = heard().count("completed tick");
        until(() -> heard().count("completed tick") >= before + 2);
        assertThat(cluster()
                        .number("SELECT count(*) - count(DISTINCT scheduled_for) FROM baton_jobs WHERE cron IS NULL"))
                .isZero();
        assertThat(cluster().number(EPOCH)).isEqualTo(epoch);
    }

    /** The next kind is removed all the same, by the same leader in the same round. */
    @Test
    void whatAnotherTablesConstraintKeepsCostsNobodyTheRole() throws Exception {
        cluster().start(cluster().builder().clientOnly()).enqueue(JobRequest.of("kept"));
        cluster().update("UPDATE baton_jobs SET status = 'cancelled', finished_at = timestamptz '2020-01-01'");
        cluster().update("CREATE TABLE mine AS SELECT id FROM baton_jobs");
        cluster().update("ALTER TABLE mine ADD FOREIGN KEY (id) REFERENCES baton_jobs (id)");
        cluster()
                .update(
                        "INSERT INTO baton_job_workers (holder_id, node_id, threads, busy, completed, failed, refused, seen_at)"
                                + " VALUES ('long gone', 'n0', 1, 0, 0, 0, 0, timestamptz '2020-01-01')");
        cluster().start(cluster().builder().handler("w", context -> {}));
        until(() -> cluster().number("SELECT count(*) FROM baton_job_workers WHERE holder_id = 'long gone'") == 0);
        assertThat(cluster().number("SELECT count(*) FROM baton_jobs WHERE status = 'cancelled'"))
                .isEqualTo(1);
    }

    @Test
    void timesThatNobodyCanCountWithHoldUpNobody() throws Exception {
        Jobs jobs = cluster()
                .start(cluster()
                        .builder()
                        .listener(heard())
                        .handler("w", context -> {})
                        .handler("never", context -> {})
                        .define(JobDefinition.of("never", Schedule.cron("@yearly", "UTC"))));
        until(() -> cluster().number("SELECT count(*) FROM baton_jobs WHERE cron IS NOT NULL") == 1);
        until(() -> cluster().number(EPOCH) > 0);
        long epoch = cluster().number(EPOCH);
        cluster().update("UPDATE baton_jobs SET next_run_time = 'infinity' WHERE cron IS NOT NULL");
        cluster()
                .update(
                        "INSERT INTO baton_jobs (job_name, next_run_time) VALUES ('w', 'infinity'), ('w', '-infinity')");
        until(() -> heard().count("completed w") == 1);
        jobs.enqueue(JobRequest.of("w"));
        until(() -> heard().count("completed w") == 2);
        assertThat(cluster().number(EPOCH)).isEqualTo(epoch);
    }

    /** One by one, so that each claim begins where the one before ended. */
    @Test
    void aJobThatHasAlwaysBeenDueIsClaimedAndItsFailureIsOnRecord() throws Exception {
        cluster().start(cluster().builder().clientOnly());
        cluster()
                .update("INSERT INTO baton_jobs (job_name, next_run_time)"
                        + " SELECT 'w', '-infinity'::timestamptz FROM generate_series(1, 3)");
        cluster()
                .start(worker().settings(Cluster.QUICK.withThreads(1).withMaxPrefetch(0))
                        .handler(
                                "w",
                                context -> {
                                    throw new IllegalStateException("its own words");
                                },
                                RetryPolicy.never()));
        until(() -> heard().count("dead w") == 3);
        assertThat(cluster().number("SELECT count(*) FROM baton_job_runs WHERE error LIKE '%its own words%'"))
                .isEqualTo(3);
    }

    /** With a state of its own, of a class that nobody else has. */
    @Test
    void whatATriggerRaisesForOneJobIsNoOtherJobsTrouble() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(JobRequest.of("cursed"));
        client.enqueue(JobRequest.of("fine"));
        cluster()
                .update("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN RAISE 'not this one' USING ERRCODE = 'BK001'; END $$");
        cluster()
                .update("CREATE TRIGGER refuse BEFORE UPDATE ON baton_jobs FOR EACH ROW"
                        + " WHEN (new.job_name = 'cursed') EXECUTE FUNCTION refuse()");
        cluster().start(worker().handler("cursed", context -> {}).handler("fine", context -> {}));
        until(() -> heard().count("completed fine") == 1);
        assertThat(heard().count("started cursed")).isZero();
    }

    /** In whichever column of a cron it stands: the others tick, under the same leader. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "last_tick = '-infinity', next_run_time = now() - interval '1 hour'",
                "last_tick = 'infinity', next_run_time = now() - interval '1 hour'",
                "last_tick = '294276-12-31', next_run_time = now() - interval '1 hour'",
                "next_run_time = '-infinity'"
            })
    void aCronWithATimeThatNobodyCanCountWithHoldsUpNoOther(String odd) throws Exception {
        Jobs definer = cluster()
                .start(worker().handler("odd", context -> {})
                        .handler("even", context -> {})
                        .define(JobDefinition.of("odd", Schedule.cron("@yearly", "UTC")))
                        .define(JobDefinition.of("even", Schedule.cron("* * * * * *", "UTC"))));
        until(() -> cluster().number("SELECT count(*) FROM baton_jobs WHERE cron IS NOT NULL") == 2);
        cluster().stop(definer); // it would put right what it has defined
        cluster().update("UPDATE baton_jobs SET " + odd + " WHERE job_name = 'odd'");
        cluster()
                .start(cluster()
                        .builder()
                        .listener(heard())
                        .handler("odd", context -> {})
                        .handler("even", context -> {}));
        until(() -> heard().count("completed even") >= 2);
        long epoch = cluster().number(EPOCH);
        until(() -> heard().count("completed even") >= 4);
        assertThat(cluster().number(EPOCH)).as("nobody was deposed").isEqualTo(epoch);
        assertThat(cluster()
                        .number("SELECT count(*) FROM baton_jobs WHERE job_name = 'odd' AND cron IS NOT NULL"
                                + " AND next_run_time > now()"))
                .as("it has moved on")
                .isEqualTo(1);
    }

    @Test
    void runsWithATimeThatNobodyCanCountWithAreSummedUpLikeAnyOther() throws Exception {
        cluster().start(cluster().builder().clientOnly());
        for (String times : List.of(
                "'-infinity', '2020-01-01 00:00:00Z'",
                "'infinity', '2020-01-01 00:00:00Z'",
                "'-infinity', '-infinity'",
                "'2020-01-01 00:00:00Z', '2020-01-01 00:00:02Z'")) {
            cluster()
                    .update(
                            "INSERT INTO baton_job_runs (job_id, claim_number, started_at, finished_at, attempt, job_name, outcome)"
                                    + " VALUES (gen_random_uuid(), 1, " + times + ", 1, 'old', 'completed')");
        }
        cluster().start(cluster().builder());
        until(() -> cluster().number("SELECT count(*) FROM baton_job_runs") == 0);
        assertThat(cluster().number("SELECT SUM(runs) FROM baton_job_history")).isEqualTo(4);
        assertThat(cluster().number("SELECT SUM(total_ms) FROM baton_job_history"))
                .isEqualTo(2_000);
    }
}
