package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbJobsTest extends JobsContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }

    /**
     * Somebody holds the first of many rows and then asks for the last: whoever ends all of them waits for the first and has
     * not taken the last, though the ids of the second half are below zero for {@code UUID}.
     */
    @Test
    void manyRunningJobsAreLockedInTheOrderOfTheirIds() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        database.store();
        cluster()
                .update(
                        "INSERT INTO baton_jobs (id, job_name) SELECT CONCAT(CASE WHEN seq <= 500 THEN '0' ELSE 'f' END,"
                                + " LPAD(LOWER(HEX(seq)), 7, '0'), '-0000-4000-8000-000000000000'), 'w' FROM seq_1_to_1000");
        List<Ending> endings = claimAll(database, 1_000);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (Connection holder = cluster().source().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("SELECT id FROM baton_jobs WHERE id = '00000001-0000-4000-8000-000000000000' FOR UPDATE");
            Future<List<Ending>> refused = executor.submit(() -> write(database, endings));
            Cluster.until(() -> cluster()
                            .number("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'"
                                    + " AND trx_query LIKE '%baton_jobs%'")
                    == 1);
            try (ResultSet last = statement.executeQuery("SELECT id FROM baton_jobs"
                    + " WHERE id = 'f00003e8-0000-4000-8000-000000000000' FOR UPDATE NOWAIT")) {
                assertThat(last.next()).isTrue();
            }
            holder.rollback();
            assertThat(refused.get()).isEmpty();
        } finally {
            executor.shutdownNow();
        }
    }

    /** Written by hand, before all others and more than are claimed at once: ids are any text here, and times may be none. */
    @Test
    void idsAndTimesThatAreNoneCostNobodyElseAnything() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        for (String id : List.of("UPPER(UUID())", "CONCAT(seq, '-1-1-1-1')", "CONCAT('somebody ', seq)")) {
            cluster()
                    .update("INSERT INTO baton_jobs (id, job_name, priority) SELECT " + id
                            + ", 'w', 9 FROM seq_1_to_40");
        }
        UUID timeless = client.enqueue(JobRequest.of("w").priority(9)).id();
        cluster().update("UPDATE baton_jobs SET next_run_time = '0000-00-00 00:00:00' WHERE id = '" + timeless + "'");
        cluster().start(worker().handler("w", context -> {}));
        client.enqueue(Collections.nCopies(20, JobRequest.of("w")));
        Cluster.until(() -> heard().count("completed w") == 21);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE status = 'scheduled'"))
                .isEqualTo(120);
    }

    /** Many wait, and hardly anything else runs: so the server could go by the status, and meet what others have locked. */
    @Test
    void whoeverEndsManyJobsDoesNotWaitForThoseOfOthers() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(Collections.nCopies(10_000, JobRequest.of("w")));
        for (boolean alike : new boolean[] {true, false}) {
            List<Ending> endings = claimAll(database, 505);
            for (Ending other : endings.subList(0, 5)) {
                cluster().update("UPDATE baton_jobs SET locked_by = 'other' WHERE id = '" + id(other) + "'");
            }
            List<Ending> mine = new ArrayList<>(endings.subList(5, 505));
            if (!alike) {
                mine.set(0, new Ending.Abandoned(mine.get(0).claim(), "no", true, false));
            }
            try (Connection holder = cluster().source().getConnection();
                    Statement statement = holder.createStatement()) {
                holder.setAutoCommit(false);
                for (Ending other : endings.subList(0, 5)) {
                    statement.execute("SELECT id FROM baton_jobs WHERE id = '" + id(other) + "' FOR UPDATE");
                }
                assertThat(write(database, mine)).isEmpty();
                holder.rollback();
            }
            cluster().update("DELETE FROM baton_jobs WHERE status = 'running' OR attempt > 0");
        }
    }

    private static UUID id(Ending ending) {
        return ending.claim().token().jobId();
    }

    /** Every index has every row in it: each one more that a claim changes costs a claim a tenth. */
    @Test
    void aClaimChangesOneIndex() throws Exception {
        new JobDatabase(cluster().baton()).store();
        assertThat(cluster()
                        .value("SELECT GROUP_CONCAT(DISTINCT index_name) FROM information_schema.statistics WHERE"
                                + " table_schema = DATABASE() AND table_name = 'baton_jobs' AND column_name IN"
                                + " ('status', 'locked_by', 'locked_at', 'run_started_at', 'claim_number',"
                                + " 'attempt', 'not_before', 'cancel_requested', 'lock_timeout_ms')"))
                .isEqualTo("baton_jobs_due");
    }

    /** A worker asks several times a second which queues have work and when there is more, however much of it there is. */
    @Test
    void noQueueIsReadThroughToFindOutThatItIsThere() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        JobStore store = database.store();
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, queue, next_run_time)"
                        + " SELECT UUID(), 'w', CONCAT('q', seq % 3), UTC_TIMESTAMP(6) + INTERVAL"
                        + " CASE WHEN seq < 1500 THEN -1 ELSE 1 END HOUR FROM seq_1_to_3000");
        try (Connection connection = cluster().source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("FLUSH STATUS");
            List<QueueLane> lanes = store.readLanes(connection, QueueLane.NONE).lanes();
            assertThat(lanes).extracting(QueueLane::queue).containsExactly("q0", "q1", "q2");
            assertThat(lanes).allSatisfy(lane -> assertThat(lane.dueInMillis()).isBetween(1_800_000L, 3_600_001L));
            try (ResultSet read = statement.executeQuery("SELECT SUM(variable_value) FROM"
                    + " information_schema.session_status WHERE variable_name LIKE 'Handler_read%' OR variable_name ="
                    + " 'Handler_icp_attempts'")) {
                assertThat(read.next()).isTrue();
                assertThat(read.getLong(1)).as("rows read").isLessThan(100);
            }
        }
    }
}
