package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.SubmissionListener;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing is skipped by the refresh, whatever the order of commits. */
class FeedTest {

    private final AtomicInteger refreshes = new AtomicInteger();
    private Databases engine;
    private DataSource database;

    private void on(Databases which) {
        engine = which;
        database = which.fresh();
    }

    static String copyOf(String model, String id) {
        return "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract)"
                + " SELECT '" + id + "', submission_target, payload, payload_hash, contract"
                + " FROM submission_intents WHERE intent_id = '" + model + "'";
    }

    /** The same, but due only in an hour: the due index cannot help before that. */
    private String copyDueLater(String id) {
        return copy("'" + id + "'", engine.inAnHour(), "submission_intents");
    }

    /** As many copies as {@link #count} has made numbers, all in one statement. */
    private String copies(String prefix, String due) {
        return copy("CONCAT('" + prefix + "', n)", due, "submission_intents, numbers");
    }

    private static String copy(String id, String due, String from) {
        return "INSERT INTO submission_intents"
                + " (intent_id, submission_target, payload, payload_hash, contract, next_attempt_at)"
                + " SELECT " + id + ", submission_target, payload, payload_hash, contract, " + due + " FROM " + from
                + " WHERE intent_id = 'model'";
    }

    /** Numbers from 1 on, in a table, which every database can join. */
    private void count(int numbers) throws Exception {
        run(database, "CREATE TABLE numbers (n INTEGER PRIMARY KEY)");
        try (Connection connection = open();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO numbers VALUES (?)")) {
            for (int n = 1; n <= numbers; n++) {
                insert.setInt(1, n);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    private TestNode.Setup node() {
        return TestNode.on(database).strategy(engine.strategy());
    }

    private TestNode leader() throws Exception {
        return leader(Duration.ofMillis(200));
    }

    private TestNode leader(Duration refresh) throws Exception {
        TestNode node = node().with(settings -> settings.refreshInterval(refresh))
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

    @ParameterizedTest
    @EnumSource
    void aWriterThatCommitsLateIsNotSkippedAcrossTwoRefreshes(Databases which) throws Exception {
        on(which);
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
    @ParameterizedTest
    @EnumSource
    void aLateCommitThatIsNotDueYetReachesTheWindow(Databases which) throws Exception {
        on(which);
        try (TestNode node = leader();
                Connection late = open()) {
            run(late, copyDueLater("late"));
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
        on(Databases.POSTGRESQL);
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
        on(Databases.POSTGRESQL);
        try (TestNode node = leader();
                Connection pin = open();
                Connection late = open()) {
            run(pin, "SELECT pg_current_xact_id()");
            run(late, copyDueLater("late"));
            run(database, copyDueLater("newer"));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 1);
            awaitRefreshes(2);
            late.commit();
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 2);
            pin.rollback();
        }
    }

    /** More than the feed tells at once: the window is read anew, and lacks nothing. */
    @ParameterizedTest
    @EnumSource
    void aBurstThatIsTooLongToTellReachesTheWindow(Databases which) throws Exception {
        on(which);
        try (TestNode node = node().with(settings -> settings.window(20_000)).start()) {
            node.submit("model", "three");
            node.awaitTerminal("model");
            count(6000);
            run(database, copies("many-", engine.inAnHour()));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 6000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void equalTimesAreNotSkipped(Databases which) throws Exception {
        on(which);
        try (TestNode node = leader()) {
            count(1500);
            run(
                    database,
                    "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract,"
                            + " next_attempt_at, last_modified_at)"
                            + " SELECT CONCAT('same-', n), submission_target, payload, payload_hash, contract,"
                            + " later, moment FROM submission_intents, numbers,"
                            + " (SELECT " + engine.inAnHour() + " AS later, " + engine.now() + " AS moment) times"
                            + " WHERE intent_id = 'model'");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 1500);
        }
    }

    /** A reschedule by plain SQL is seen, and so is the cancelling of what the window holds. */
    @ParameterizedTest
    @EnumSource
    void plainUpdatesAreSeen(Databases which) throws Exception {
        on(which);
        try (TestNode node = leader()) {
            run(database, copyDueLater("moved"));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.manager.queueDepth() == 1);
            run(
                    database,
                    "UPDATE submission_intents SET next_attempt_at = " + engine.now() + " WHERE intent_id = 'moved'");
            assertThat(node.awaitTerminal("moved").status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }

    private static void run(DataSource source, String sql) throws Exception {
        Databases.execute(source, sql);
    }

    /** A window far smaller than the queue is refilled until the queue is empty. */
    @ParameterizedTest
    @EnumSource
    void aSmallWindowGetsThroughALongQueue(Databases which) throws Exception {
        on(which);
        try (TestNode node =
                node().with(settings -> settings.window(10).concurrency(64)).start()) {
            node.submit("model", "three");
            node.awaitTerminal("model");
            count(500);
            run(database, copies("many-", engine.now()));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() >= 501);
            node.awaitTerminal("many-500");
            assertThat(node.fake().calls()).doesNotHaveDuplicates();
        }
    }
}
