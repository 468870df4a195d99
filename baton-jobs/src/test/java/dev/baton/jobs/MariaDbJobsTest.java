package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueByQueue;
import dev.baton.jobs.store.QueueLane;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.UrlDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbJobsTest extends JobsContract implements ZeroTimesContract, PreviousProgramContract, MariaDbIdsContract {

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
                .update("INSERT INTO baton_jobs (id, job_name) SELECT CONCAT(CASE WHEN seq <= 500 THEN '0' ELSE 'f'"
                        + " END, LPAD(LOWER(HEX(seq)), 7, '0'), '-0000-4000-8000-000000000000'), 'w' FROM"
                        + " seq_1_to_1000");
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

    /**
     * Of a table with a few rows the server reads all, and waits for whichever is locked: of a job that runs on, whose ending nobody has
     * to write, as well. So it is not enough to leave out what is locked.
     */
    @Test
    void inASmallTableAJobThatSomebodyHoldsKeepsNoOtherFromEnding() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Jobs jobs = cluster()
                .start(Jobs.on(cluster().baton(impatient()))
                        .settings(Cluster.QUICK.withThreads(8))
                        .withoutDuties()
                        .listener(heard())
                        .handler("fine", context -> go.await())
                        .handler("held", context -> end.await()));
        UUID held = jobs.enqueue(JobRequest.of("held")).id();
        jobs.enqueue(Collections.nCopies(5, JobRequest.of("fine")));
        Cluster.until(() -> heard().count("started fine") == 5 && heard().count("started held") == 1);
        try (Connection holder = cluster().source().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("SELECT id FROM baton_jobs WHERE id = '" + held + "' FOR UPDATE");
            go.countDown();
            Cluster.until(() -> heard().count("completed fine") == 5);
            end.countDown();
            holder.rollback();
        }
        Cluster.until(() -> heard().count("completed held") == 1);
    }

    /** Whoever waits for a lock is told soon: by itself the server takes 50 seconds. */
    private DataSource impatient() throws SQLException {
        try (Connection connection = cluster().source().getConnection()) {
            return new UrlDataSource(connection.getMetaData().getURL(), "SET SESSION innodb_lock_wait_timeout = 1");
        }
    }

    /** The trigger says what a server without room says, and counts where a roll-back takes nothing back. */
    @Test
    void whatHasEndedIsWrittenOnceThereIsRoomAndDoesNotRunAgain() throws Exception {
        Jobs jobs = cluster().start(worker().handler("w", context -> {}));
        cluster().update("CREATE TABLE tries (n int) ENGINE = MyISAM");
        cluster()
                .update("CREATE TRIGGER no_room BEFORE INSERT ON baton_job_runs FOR EACH ROW BEGIN INSERT INTO tries"
                        + " VALUES (1); SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114, MESSAGE_TEXT = 'is full'; END");
        jobs.enqueue(JobRequest.of("w"));
        Cluster.until(() -> cluster().number("SELECT COUNT(*) FROM tries") > 2);
        cluster().update("DROP TRIGGER no_room");
        Cluster.until(() -> heard().count("completed w") == 1);
        assertThat(heard().count("started w")).isEqualTo(1);
    }

    /** Written by hand, before all others and more than are claimed at once: ids are any text here. */
    @Test
    void idsThatAreNoneCostNobodyElseAnything() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        for (String id : List.of("UPPER(UUID())", "CONCAT(seq, '-1-1-1-1')", "CONCAT('somebody ', seq)")) {
            cluster()
                    .update("INSERT INTO baton_jobs (id, job_name, priority) SELECT " + id
                            + ", 'w', 9 FROM seq_1_to_40");
        }
        cluster().start(worker().handler("w", context -> {}));
        client.enqueue(Collections.nCopies(20, JobRequest.of("w")));
        Cluster.until(() -> heard().count("completed w") == 20);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE status = 'scheduled'"))
                .isEqualTo(120);
    }

    /** By the server's own isolation a transaction sees what was there when it began to read; its INSERT meets what is there now. */
    @Test
    void aJobThatCameDuringACallersTransactionIsFoundByItsKey() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        JobRequest request = JobRequest.of("w").uniqueKey("k");
        try (Connection caller = cluster().source().getConnection();
                Statement statement = caller.createStatement()) {
            caller.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            caller.setAutoCommit(false);
            statement.execute("SELECT COUNT(*) FROM baton_jobs");
            UUID there = client.enqueue(request).id();
            assertThat(client.enqueue(caller, request)).isEqualTo(new Enqueued(there, false));
            assertThat(client.enqueue(caller, List.of(JobRequest.of("w"), request)))
                    .extracting(Enqueued::fresh)
                    .containsExactly(true, false);
            caller.commit();
        }
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs")).isEqualTo(2);
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

    /** What was claimed before stays at the head of the index for a while, and whoever passes it pays for each. */
    @Test
    void aClaimBeginsWhereTheLastOneEnded() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        database.store();
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, priority, next_run_time) VALUES"
                        + " (UUID(), 'before', 5, '2026-01-01 00:00:01'), (UUID(), 'after', 5, '2026-01-01 00:00:03'),"
                        + " ('00000000-0000-4000-8000-000000000007', 'at', 5, '2026-01-01 00:00:02.000001'),"
                        + " ('00000000-0000-4000-8000-000000000008', 'next', 5, '2026-01-01 00:00:02.000001'),"
                        + " (UUID(), 'below', 1, '2026-01-01 00:00:00'), (UUID(), 'above', 9, '2026-01-01 00:00:09')");
        Instant at = Instant.parse("2026-01-01T00:00:02.000001Z");
        JobStore.Reached reached = new JobStore.Reached(5, at, new UUID(0x4000, 0x8000000000000007L));
        assertThat(claimed(database, reached)).containsExactly("next", "after", "below");
        assertThat(claimed(database, null)).containsExactly("above", "before", "at");
    }

    private List<String> claimed(JobDatabase database, JobStore.Reached after) throws SQLException {
        return database.runWork(c -> database.store().claimJobs(c, wanted(database, after, 10))).stream()
                .map(ClaimedJob::job)
                .toList();
    }

    private static JobStore.ClaimRequest wanted(JobDatabase database, JobStore.Reached after, int atMost) {
        return new JobStore.ClaimRequest(
                database.workerId(),
                List.of(new QueueLane("default", 0, null)),
                Collections.singletonList(null),
                after,
                Set.of("above", "before", "at", "next", "after", "below", "w"),
                Set.of(),
                atMost,
                1);
    }

    /** The order in which they are claimed is that of an index: else all that wait were read, sorted and locked for some of them. */
    @Test
    void aClaimReadsHardlyMoreThanItTakes() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        JobStore store = database.store();
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, priority, next_run_time) SELECT UUID(), 'w', seq % 3,"
                        + " UTC_TIMESTAMP(6) - INTERVAL seq SECOND FROM seq_1_to_3000");
        for (JobStore.Reached after :
                Arrays.asList(null, new JobStore.Reached(1, Instant.now().minusSeconds(1_500), UUID.randomUUID()))) {
            try (Connection connection = cluster().source().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("FLUSH STATUS");
                assertThat(store.claimJobs(connection, wanted(database, after, 10)))
                        .hasSize(10);
                try (ResultSet read = statement.executeQuery("SELECT SUM(variable_value) FROM"
                        + " information_schema.session_status WHERE variable_name LIKE 'Handler_read%'")) {
                    assertThat(read.next()).isTrue();
                    assertThat(read.getLong(1)).as("rows read").isLessThan(100);
                }
            }
        }
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
            assertThat(rowsRead(statement))
                    .as("and no more than thirty of each that are due, for a pause that ends")
                    .isLessThan(400);
        }
    }

    /** Every second the leader asks for crons: once, and without reading what else waits in their queues. */
    @Test
    void cronsAreFoundByOneStatementInHoweverManyQueues() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        database.store();
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, queue, cron, next_run_time)"
                        + " SELECT UUID(), CONCAT('w', seq), CONCAT('q', seq % 30),"
                        + " CASE WHEN seq IN (7, 8, 2999) THEN '* * * * *' END, UTC_TIMESTAMP(6) + INTERVAL"
                        + " CASE WHEN seq < 2900 THEN -1 ELSE 1 END HOUR FROM seq_1_to_3000");
        cluster().refreshStatistics("baton_jobs");
        try (Connection connection = cluster().source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("FLUSH STATUS");
            assertThat(database.sql()
                            .get("cron-due")
                            .set("at_most", 100)
                            .all(connection, row -> row.getString("job_name")))
                    .containsExactlyInAnyOrder("w7", "w8");
            assertThat(database.sql().get("cron-next").plain().first(connection, row -> row.getLong("due_in_ms")))
                    .hasValue(0L);
            assertThat(rowsRead(statement)).isLessThan(500);
        }
    }

    /** A fence keeps a takeover waiting for its transaction. */
    @Test
    void noTransactionIsLongerTheMoreQueuesThereAre() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        database.store();
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, queue, status, finished_at) SELECT UUID(), 'w',"
                        + " CONCAT('q', seq % 120), 'cancelled', '2020-01-01' FROM seq_1_to_240");
        List<Integer> found = new ArrayList<>();
        Optional<String> after = Optional.of(QueueByQueue.FIRST);
        while (after.isPresent()) {
            String from = after.get();
            int[] some = {0};
            after = database.runWork(c -> QueueByQueue.run(database, c, "old-ended", from, 50, 2_000, command -> {
                int one = command.set("age_ms", 0L)
                        .set("at_most", 2_000)
                        .all(c, row -> row.getString(1))
                        .size();
                some[0] += one;
                return one;
            }));
            found.add(some[0]);
        }
        assertThat(found).containsExactly(100, 100, 40);
    }

    @Test
    void aRowThatCannotBeRemovedKeepsNoOtherQueuesOld() throws Exception {
        new JobDatabase(cluster().baton()).store();
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, queue, status, finished_at) SELECT UUID(), 'w',"
                        + " CONCAT('q', seq), 'cancelled', '2020-01-01' FROM seq_100_to_299");
        cluster()
                .update("CREATE TABLE mine (job char(36) CHARACTER SET ascii COLLATE ascii_bin, FOREIGN KEY (job)"
                        + " REFERENCES baton_jobs (id)) SELECT id AS job FROM baton_jobs WHERE queue IN ('q120',"
                        + " 'q121')");
        cluster().start(cluster().builder().handler("w", context -> {}));
        Cluster.until(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE status = 'cancelled'") == 2);
    }

    @Test
    void whatIsOldIsRemovedFromHoweverManyQueues() throws Exception {
        new JobDatabase(cluster().baton()).store();
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, queue, status, finished_at) SELECT UUID(), 'w',"
                        + " CONCAT('q', seq % 120), CASE WHEN seq % 2 = 0 THEN 'cancelled' ELSE 'dead' END,"
                        + " '2020-01-01' FROM seq_1_to_240");
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, queue) SELECT UUID(), 'later', CONCAT('q', seq)"
                        + " FROM seq_1_to_120");
        cluster().start(cluster().builder().handler("w", context -> {}));
        Cluster.until(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE job_name = 'w'") == 0);
    }

    private static long rowsRead(Statement statement) throws SQLException {
        try (ResultSet read = statement.executeQuery("SELECT SUM(variable_value) FROM"
                + " information_schema.session_status WHERE variable_name LIKE 'Handler_read%' OR variable_name ="
                + " 'Handler_icp_attempts'")) {
            read.next();
            return read.getLong(1);
        }
    }
}
