package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.SubmissionListener;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Nothing is skipped by the refresh, whatever the order of commits. */
class FeedTest {

    private final DataSource database = Databases.POSTGRESQL.fresh();
    private final AtomicInteger refreshes = new AtomicInteger();

    static String copyOf(String model, String id) {
        return "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract)"
                + " SELECT '" + id + "', submission_target, payload, payload_hash, contract"
                + " FROM submission_intents WHERE intent_id = '" + model + "'";
    }

    /** The same, but due only after so long: the due index cannot help before that. */
    private static String copyDueLater(String model, String id, String later) {
        return "INSERT INTO submission_intents"
                + " (intent_id, submission_target, payload, payload_hash, contract, next_attempt_at)"
                + " SELECT '" + id + "', submission_target, payload, payload_hash, contract,"
                + " clock_timestamp() + interval '" + later + "' FROM submission_intents WHERE intent_id = '" + model
                + "'";
    }

    private TestNode leader() throws Exception {
        return leader(Duration.ofMillis(200));
    }

    private TestNode leader(Duration refresh) throws Exception {
        TestNode node = TestNode.on(database)
                .with(settings -> settings.refreshInterval(refresh))
                .heard(new SubmissionListener() {
                    @Override
                    public void scheduleRefreshed(Duration lag) {
                        refreshes.incrementAndGet();
                    }
                })
                .start();
        node.submit("model", "three");
        node.awaitTerminal("model");
        return node;
    }

    private void awaitRefreshes(int more) {
        int before = refreshes.get();
        Awaitility.await().atMost(TestNode.PATIENCE).until(() -> refreshes.get() >= before + more);
    }

    private Connection open() throws Exception {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void run(Connection connection, String sql) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aWriterThatCommitsLateIsNotSkippedAcrossTwoRefreshes() throws Exception {
        try (TestNode node = leader();
                Connection late = open()) {
            run(late, copyOf("model", "late"));
            node.submit("newer", "three");
            node.awaitTerminal("newer");
            awaitRefreshes(2);
            late.commit();
            assertThat(node.awaitTerminal("late").status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }

    /** The window must learn of it before it is due: only the commit-safe cursor can tell. */
    @Test
    void aLateCommitThatIsNotDueYetReachesTheWindow() throws Exception {
        try (TestNode node = leader();
                Connection late = open()) {
            run(late, copyDueLater("model", "late", "1 hour"));
            node.submit("newer", "three");
            node.awaitTerminal("newer");
            awaitRefreshes(3);
            assertThat(node.manager.queueDepth()).isZero();
            late.commit();
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 1);
        }
    }

    /**
     * While another transaction pins the horizon for sixty refreshes (a minute at the usual pace), what commits late is
     * found when it is due, by the due index.
     */
    @Test
    void aPinnedHorizonHoldsUpNothingThatIsDue() throws Exception {
        try (TestNode node = leader(Duration.ofMillis(20));
                Connection pin = open()) {
            run(pin, "SELECT pg_current_xact_id()");
            for (int i = 0; i < 3; i++) {
                try (Connection late = open()) {
                    run(late, copyOf("model", "late" + i));
                    node.submit("newer" + i, "three");
                    node.awaitTerminal("newer" + i);
                    awaitRefreshes(20);
                    late.commit();
                    assertThat(node.awaitTerminal("late" + i).status()).isEqualTo(IntentStatus.ACCEPTED);
                }
            }
            pin.rollback();
        }
    }

    /** No cursor waits for the horizon: what commits late is in the window long before it is due, pin or no pin. */
    @Test
    void aPinnedHorizonHidesNothingThatCommitsLate() throws Exception {
        try (TestNode node = leader();
                Connection pin = open();
                Connection late = open()) {
            run(pin, "SELECT pg_current_xact_id()");
            run(late, copyDueLater("model", "late", "1 hour"));
            run(database, copyDueLater("model", "newer", "1 hour"));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 1);
            awaitRefreshes(2);
            late.commit();
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 2);
            pin.rollback();
        }
    }

    /** More than the feed tells at once: the window is read anew, and lacks nothing. */
    @Test
    void aBurstThatIsTooLongToTellReachesTheWindow() throws Exception {
        try (TestNode node =
                TestNode.on(database).with(settings -> settings.window(20_000)).start()) {
            node.submit("model", "three");
            node.awaitTerminal("model");
            run(
                    database,
                    "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract,"
                            + " next_attempt_at) SELECT 'many-' || n, submission_target, payload, payload_hash, contract,"
                            + " now() + interval '1 hour'"
                            + " FROM submission_intents, generate_series(1, 6000) n WHERE intent_id = 'model'");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 6000);
        }
    }

    @Test
    void equalTimesAreNotSkipped() throws Exception {
        try (TestNode node = leader()) {
            run(
                    database,
                    "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract,"
                            + " next_attempt_at, last_modified_at)"
                            + " SELECT 'same-' || n, submission_target, payload, payload_hash, contract,"
                            + " now() + interval '1 hour', now()"
                            + " FROM submission_intents, generate_series(1, 1500) n WHERE intent_id = 'model'");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 1500);
        }
    }

    /** A reschedule by plain SQL is seen, and so is the cancelling of what the window holds. */
    @Test
    void plainUpdatesAreSeen() throws Exception {
        try (TestNode node = leader()) {
            run(database, copyDueLater("model", "moved", "1 hour"));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 1);
            run(
                    database,
                    "UPDATE submission_intents SET next_attempt_at = clock_timestamp() WHERE intent_id = 'moved'");
            assertThat(node.awaitTerminal("moved").status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }

    private static void run(DataSource source, String sql) throws Exception {
        Databases.execute(source, sql);
    }

    /** A window far smaller than the queue is refilled until the queue is empty. */
    @Test
    void aSmallWindowGetsThroughALongQueue() throws Exception {
        try (TestNode node = TestNode.on(database)
                .with(settings -> settings.window(10).concurrency(64))
                .start()) {
            node.submit("model", "three");
            node.awaitTerminal("model");
            run(
                    database,
                    "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract)"
                            + " SELECT 'many-' || n, submission_target, payload, payload_hash, contract"
                            + " FROM submission_intents, generate_series(1, 500) n WHERE intent_id = 'model'");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() >= 501);
            node.awaitTerminal("many-500");
            assertThat(node.fake().calls()).doesNotHaveDuplicates();
        }
    }
}
