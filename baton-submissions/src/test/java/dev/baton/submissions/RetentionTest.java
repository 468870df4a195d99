package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.model.AttemptsOfDay;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.SubmissionListener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetentionTest {

    /** How many go at once. */
    private static final int CHUNK = 500;

    private static long attempts(TestNode node) throws SQLException {
        return node.manager.attemptsByDay(Optional.empty(), 10).stream()
                .mapToLong(AttemptsOfDay::attempts)
                .sum();
    }

    @ParameterizedTest
    @EnumSource
    void terminalIntentsGoAfterTheirTimeAndPendingOnesStay(Databases database) throws Exception {
        try (TestNode node = TestNode.on(database.fresh())
                .strategy(database.strategy())
                .with(settings -> settings.retention(Duration.ofMillis(500)))
                .start()) {
            node.submit("old", "three");
            node.awaitLeader();
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> node.manager.get("old").isEmpty());
            assertThat(node.manager.history("old")).isEmpty();
            assertThat(attempts(node)).as("summed up before they went").isEqualTo(1);
            CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
            node.other().answeringLater(call -> answer);
            node.submit("waiting", "other");
            node.submit("old too", "three");
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> node.manager.get("old too").isEmpty());
            assertThat(node.manager.get("waiting")).isPresent();
            assertThat(attempts(node)).isEqualTo(2);
            assertThat(node.manager.attemptsByDay(Optional.of("three"), 10)).allSatisfy(sum -> {
                assertThat(sum.submissionTarget()).isEqualTo("three");
                assertThat(sum.outcomeStatus()).isEqualTo(OutcomeStatus.ACCEPTED);
                assertThat(sum.longestMillis()).isBetween(0L, sum.totalMillis());
            });
            assertThat(node.manager.attemptsByDay(Optional.of("other"), 10)).isEmpty();
            answer.complete(new GatewayAnswer.Accepted("at last"));
        }
    }

    /** More than two chunks are old at once: they go in steps, and nobody gives up the role for it. */
    @ParameterizedTest
    @EnumSource
    void manyThatAreOldAtOnceGoChunkByChunk(Databases database) throws Exception {
        DataSource source = database.fresh();
        int many = 2 * CHUNK + 50;
        try (TestNode before = TestNode.on(source).strategy(database.strategy()).start()) {
            before.manager.acceptBatch(IntStream.range(0, many)
                    .mapToObj(i -> TestNode.request("i" + i, "three"))
                    .toList());
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> count(before, "submission_intents WHERE status = 'accepted'") == many);
            before.manager.campaign().drain().join();
        }
        List<Integer> chunks = new CopyOnWriteArrayList<>();
        SubmissionListener listener = new SubmissionListener() {
            @Override
            public void pruned(int intents) {
                chunks.add(intents);
            }
        };
        try (TestNode node = TestNode.on(source)
                .named("two")
                .strategy(database.strategy())
                .with(settings -> settings.retention(Duration.ofMillis(5)))
                .heard(listener)
                .start()) {
            long epoch = node.awaitLeader().epoch();
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> count(node, "submission_intents") == 0);
            assertThat(count(node, "submission_attempts")).isZero();
            assertThat(count(node, "submission_audit")).isZero();
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(chunks).containsExactly(CHUNK, CHUNK, 50));
            assertThat(node.awaitLeader().epoch()).as("the term goes on").isEqualTo(epoch);
        }
    }

    /** Somebody has written a time that cannot be counted with: it is worth no time, and costs nobody anything. */
    @ParameterizedTest
    @EnumSource
    void anAttemptThatCannotBeSummedUpKeepsNoOther(Databases database) throws Exception {
        DataSource source = database.fresh();
        try (TestNode before = TestNode.on(source).strategy(database.strategy()).start()) {
            for (String id : List.of("fine", "odd", "fine too")) {
                before.submit(id, "three");
            }
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> count(before, "submission_intents WHERE status = 'accepted'") == 3);
            before.manager.campaign().drain().join();
            Databases.execute(
                    source,
                    "UPDATE submission_attempts SET finished_at = " + database.endOfTime()
                            + " WHERE intent_id = 'odd'");
        }
        try (TestNode node = TestNode.on(source)
                .named("two")
                .strategy(database.strategy())
                .with(settings -> settings.retention(Duration.ofMillis(5)))
                .start()) {
            long epoch = node.awaitLeader().epoch();
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> count(node, "submission_intents") == 0);
            assertThat(node.awaitLeader().epoch()).as("the term goes on").isEqualTo(epoch);
            assertThat(node.manager.attemptsByDay(Optional.of("three"), 10))
                    .allSatisfy(sum -> assertThat(sum.longestMillis()).isBetween(0L, TestNode.PATIENCE.toMillis()));
            assertThat(attempts(node)).isEqualTo(3);
        }
    }

    private static long count(TestNode node, String rows) throws SQLException {
        try (Connection connection = node.pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM " + rows)) {
            result.next();
            return result.getLong(1);
        }
    }
}
