package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A constraint of the application's refuses what is done to one row: no other row pays for it. */
interface RefusedRowContract extends JobsStage {

    /** With one thread each claim is of one job, and those that are refused come first: more than are looked at in one go. */
    @Test
    default void aJobThatTheDatabaseWillNotHaveClaimedHoldsUpNoOther() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        cluster()
                .update("ALTER TABLE baton_jobs ADD CONSTRAINT decency"
                        + " CHECK (job_name <> 'cursed' OR status <> 'running')");
        client.enqueue(Collections.nCopies(
                250, JobRequest.of("cursed").runAt(Instant.now().minusSeconds(60))));
        client.enqueue(Collections.nCopies(5, JobRequest.of("fine")));
        cluster()
                .start(worker().settings(Cluster.QUICK.withThreads(1).withMaxPrefetch(0))
                        .handler("cursed", context -> {})
                        .handler("fine", context -> {}));
        until(() -> heard().count("completed fine") == 5);
        client.enqueue(JobRequest.of("fine"));
        until(() -> heard().count("completed fine") == 6);
        assertThat(heard().count("started cursed")).isZero();
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE status = 'scheduled' AND claim_number = 0"))
                .isEqualTo(250);
    }

    /** Else it would be taken for stored, and be nowhere. */
    @Test
    default void whoeverEnqueuesAJobThatAnIndexOfTheApplicationsRefusesIsTold() throws Exception {
        LostAnswers answers = new LostAnswers(cluster().sessions());
        Jobs client = cluster()
                .start(Jobs.on(cluster().baton(answers.source()))
                        .settings(Cluster.QUICK)
                        .clientOnly());
        cluster().update("CREATE UNIQUE INDEX only_one ON baton_jobs (job_name)");
        client.enqueue(JobRequest.of("first"));

        JobRequest second = JobRequest.of("first");
        JobRequest other = JobRequest.of("other");
        assertDuplicate(client, List.of(second));
        assertDuplicate(client, List.of(other, second));
        assertDuplicate(client, List.of(other, JobRequest.of("third").uniqueKey("k"), second));
        assertDuplicate(client, Collections.nCopies(60, other));
        answers.loseNextRequest("INSERT INTO baton_jobs");
        assertDuplicate(client, List.of(second));
        assertThatThrownBy(() -> client.enqueue(List.of(other, second.uniqueKey("k"))))
                .isInstanceOf(SQLException.class);

        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs"))
                .as("all or none")
                .isEqualTo(1);
        answers.loseNext(() -> {});
        assertThat(client.enqueue(List.of(other))).extracting(Enqueued::fresh).containsExactly(true);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs")).isEqualTo(2);
    }

    /** Else it would be told that there is one already, and would look for it in vain. */
    @Test
    default void whoeverDefinesAJobThatAnIndexOfTheApplicationsRefusesIsTold() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.admin()
                .define(JobDefinition.of("one", Schedule.cron("0 0 1 1 *", "UTC"))
                        .like(JobRequest.of("one").capability("rare")));
        cluster()
                .update("CREATE UNIQUE INDEX only_one ON baton_jobs (capability)"
                        + (cluster().dialect().equals("sqlserver") ? " WHERE capability IS NOT NULL" : ""));
        JobDefinition other = JobDefinition.of("other", Schedule.cron("0 0 1 1 *", "UTC"))
                .like(JobRequest.of("other").capability("rare"));
        assertDuplicate(() -> client.admin().define(other));
        assertDuplicate(() -> client.admin().defineNew(other));
        assertThat(client.admin().defineNew(JobDefinition.of("one", Schedule.cron("0 0 1 1 *", "UTC"))))
                .as("there is one of this name")
                .isEmpty();
    }

    private static void assertDuplicate(Jobs client, List<JobRequest> jobs) {
        assertDuplicate(() -> client.enqueue(jobs));
    }

    private static void assertDuplicate(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        error -> assertThat(error.getSQLState()).startsWith("23"));
    }

    /** Many at once: what is claimed together with one that is refused is claimed all the same. */
    @Test
    default void ofAClaimOfManyOnlyWhatIsRefusedIsLeftOut() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        cluster()
                .update("ALTER TABLE baton_jobs ADD CONSTRAINT decency"
                        + " CHECK (job_name <> 'cursed' OR status <> 'running')");
        for (int i = 0; i < 10; i++) {
            client.enqueue(JobRequest.of("fine"));
            client.enqueue(JobRequest.of("cursed"));
        }
        cluster().start(worker().handler("cursed", context -> {}).handler("fine", context -> {}));
        until(() -> heard().count("completed fine") == 10);
        assertThat(heard().count("started cursed")).isZero();
        assertThat(heard().count("started fine")).isEqualTo(10);
    }

    /** Neither its tick nor anything else: it is due for ever, and first. */
    @Test
    default void aCronOfWhichTheDatabaseWillHaveNoChangeDeposesNobody() throws Exception {
        Jobs definer = cluster()
                .start(worker().handler("tick", context -> {})
                        .define(cron("cursed"))
                        .define(cron("fine")));
        until(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE cron IS NOT NULL") == 2);
        cluster().stop(definer); // it would put right what it has defined
        cluster()
                .update("UPDATE baton_jobs SET next_run_time = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z',"
                        + " last_tick = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z' WHERE job_name = 'cursed'");
        cluster()
                .update("ALTER TABLE baton_jobs ADD CONSTRAINT decency CHECK (job_name <> 'cursed' OR cron IS NULL"
                        + " OR next_run_time < TIMESTAMP WITH TIME ZONE '2021-01-01 00:00:00Z')");
        cluster().start(cluster().builder().listener(heard()).handler("tick", context -> {}));
        until(() -> heard().count("completed fine") >= 1);
        long first = epoch("scheduler");
        until(() -> heard().count("completed fine") >= 3);
        assertThat(epoch("scheduler")).as("nobody was deposed").isEqualTo(first);
        assertThat(heard().count("completed cursed")).isZero();
    }

    /** Nobody was faster with it: to look again at once would be a fenced transaction every few milliseconds. */
    @Test
    default void aCronWhoseTickAnIndexOfTheApplicationsRefusesIsLeftAloneForAWhile() throws Exception {
        Jobs definer = cluster()
                .start(worker().handler("tick", context -> {})
                        .define(JobDefinition.of("cursed", Schedule.cron("* * * * * *", "UTC"))
                                .like(JobRequest.of("cursed").handledBy("tick").capability("rare")))
                        .define(cron("fine")));
        until(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE cron IS NOT NULL") == 2);
        cluster().stop(definer); // it would put right what it has defined
        cluster()
                .update("UPDATE baton_jobs SET next_run_time = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z'"
                        + " WHERE job_name = 'cursed'");
        cluster()
                .update("CREATE UNIQUE INDEX only_one ON baton_jobs (capability)"
                        + (cluster().dialect().equals("sqlserver") ? " WHERE capability IS NOT NULL" : ""));
        cluster().start(cluster().builder().listener(heard()).handler("tick", context -> {}));
        until(() -> cluster()
                        .number("SELECT COUNT(*) FROM baton_jobs WHERE job_name = 'cursed' AND next_run_time >"
                                + " CURRENT_TIMESTAMP")
                == 1);
        long first = epoch("scheduler");
        until(() -> heard().count("completed fine") >= 2);
        assertThat(epoch("scheduler")).as("nobody was deposed").isEqualTo(first);
        assertThat(heard().count("ticked cursed")).isZero();
    }

    private static JobDefinition cron(String name) {
        return JobDefinition.of(name, Schedule.cron("* * * * * *", "UTC"))
                .like(JobRequest.of(name).handledBy("tick"));
    }

    private long epoch(String role) throws SQLException {
        return cluster().number("SELECT MAX(lease_epoch) FROM baton_leases WHERE lease_name = '" + role + "'");
    }

    @Test
    default void anOldJobToWhichTheApplicationRefersKeepsNoOther() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        for (String status : new String[] {"dead", "cancelled"}) {
            JobRequest later = JobRequest.of(status).runAt(Instant.now().plusSeconds(3_600));
            client.enqueue(Collections.nCopies(2, later));
            UUID kept = client.enqueue(later.uniqueKey(status)).id();
            client.enqueue(Collections.nCopies(2, later));
            cluster()
                    .update("UPDATE baton_jobs SET status = '" + status + "',"
                            + " finished_at = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z' WHERE job_name = '"
                            + status
                            + "'");
            refer("invoices_" + status, "baton_jobs", "id", "id = '" + kept + "'");
        }
        cluster().start(cluster().builder());
        until(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs") == 2);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE unique_key IS NOT NULL"))
                .isEqualTo(2);
        assertThat(epoch("scheduler")).as("nobody was deposed").isEqualTo(1);
    }

    @Test
    default void anOldRunToWhichTheApplicationRefersKeepsNoOther() throws Exception {
        cluster().start(cluster().builder().clientOnly()); // makes the tables
        for (int claim = 1; claim <= 5; claim++) {
            cluster()
                    .update(
                            "INSERT INTO baton_job_runs (job_id, claim_number, started_at, finished_at, attempt, job_name,"
                                    + " outcome) VALUES ('00000000-0000-7000-8000-000000000001', " + claim
                                    + ", TIMESTAMP WITH TIME ZONE '2020-01-01 10:00:00Z',"
                                    + " TIMESTAMP WITH TIME ZONE '2020-01-01 10:00:0" + claim
                                    + "Z', 1, 'old', 'completed')");
        }
        refer("invoices", "baton_job_runs", "job_id, claim_number", "claim_number = 2");
        cluster().start(cluster().builder());
        until(() -> cluster().number("SELECT COUNT(*) FROM baton_job_runs") == 1);
        assertThat(cluster().number("SELECT claim_number FROM baton_job_runs")).isEqualTo(2);
        assertThat(cluster().number("SELECT runs FROM baton_job_history")).isEqualTo(4);
        assertThat(cluster().number("SELECT total_ms FROM baton_job_history")).isEqualTo(13_000);
        assertThat(cluster().number("SELECT longest_ms FROM baton_job_history")).isEqualTo(5_000);
        assertThat(epoch("log-compactor")).as("nobody was deposed").isEqualTo(1);
    }

    /** A table of the application's, with a row for each of ours of that kind. */
    private void refer(String table, String ours, String key, String which) throws SQLException {
        String rows = " FROM " + ours + " WHERE " + which;
        cluster()
                .update(
                        cluster().dialect().equals("sqlserver")
                                ? "SELECT " + key + " INTO " + table + rows
                                : "CREATE TABLE " + table + " AS SELECT " + key + rows);
        assertThat(cluster().number("SELECT COUNT(*) FROM " + table)).isEqualTo(1);
        cluster()
                .update("ALTER TABLE " + table + " ADD CONSTRAINT " + table + "_of FOREIGN KEY (" + key
                        + ") REFERENCES " + ours + " (" + key + ")");
    }
}
