package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.CrashNode.Point;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentHistory;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.WebhookState;
import dev.baton.testkit.PostgresDatabase;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Real processes on one database; the leader is killed with kill -9 at each point of an attempt, one after the other. */
class CrashTest {

    private final PostgresDatabase database = PostgresDatabase.fresh();

    /** A process that can be listened to and killed. */
    private static final class Node implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;

        Node(String url, Point point, String gateway) throws IOException {
            process = new ProcessBuilder(
                            System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                            "-Xmx128m",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            CrashNode.class.getName(),
                            url,
                            point.name(),
                            point.name(),
                            gateway)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        void awaitLine(String expected) throws IOException {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals(expected)) {
                    return;
                }
            }
            throw new AssertionError("the process ended before it said " + expected);
        }

        void kill() throws InterruptedException {
            process.destroyForcibly();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @Test
    void killedAtEachPointOfAnAttemptNothingIsLostAndNothingDoubled() throws Exception {
        List<Point> points = List.of(Point.values());
        List<Node> nodes = new ArrayList<>();
        try (WatchfulGateway gateway = new WatchfulGateway();
                TestNode client = TestNode.on(database.dataSource())
                        .with(settings -> CrashNode.settings(gateway.url()))
                        .observing()
                        .start()) {
            nodes.add(new Node(database.url(), points.get(0), gateway.url()));
            for (int i = 0; i < points.size() - 1; i++) {
                nodes.get(i).awaitLine("LEADS");
                nodes.add(new Node(database.url(), points.get(i + 1), gateway.url()));
                crash(points.get(i), nodes.get(i), gateway, client);
            }
            nodes.get(nodes.size() - 1).awaitLine("LEADS");
            gateway.takeWebhooks();
            for (Point point : points.subList(0, points.size() - 1)) {
                check(point, gateway, client);
                checkTold(point, client);
            }
            checkEverything(gateway, client);
        } finally {
            nodes.forEach(Node::close);
        }
    }

    private static void crash(Point point, Node leader, WatchfulGateway gateway, TestNode client) throws Exception {
        String victim = "victim-" + point;
        client.submit("calm-" + point, "many");
        client.awaitTerminal("calm-" + point);
        client.submit("told-" + point, "told");
        Awaitility.await("the first telling")
                .atMost(TestNode.PATIENCE)
                .until(() -> gateway.tellings().contains("told-" + point));
        if (point == Point.DURING_CALL) {
            gateway.hang(victim);
        }
        client.manager.acceptBatch(
                List.of(TestNode.request(victim + "-many", "many"), TestNode.request(victim + "-once", "once")));
        if (point == Point.DURING_CALL) {
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> gateway.calls(victim + "-many").size() == 1
                            && gateway.calls(victim + "-once").size() == 1);
        } else {
            leader.awaitLine("AT " + point);
        }
        leader.kill();
        client.submit("after-" + point, "many");
    }

    private static void check(Point point, WatchfulGateway gateway, TestNode client) throws Exception {
        client.awaitTerminal("after-" + point);
        client.awaitTerminal("victim-" + point + "-many");
        client.awaitTerminal("victim-" + point + "-once");
        IntentHistory many = client.manager.history("victim-" + point + "-many").orElseThrow();
        IntentHistory once = client.manager.history("victim-" + point + "-once").orElseThrow();
        assertThat(many.intent().status()).isEqualTo(IntentStatus.ACCEPTED);
        assertThat(outcomes(many)).endsWith(OutcomeStatus.ACCEPTED);
        assertThat(gateway.calls("victim-" + point + "-once"))
                .as("one_shot is never sent twice, " + point)
                .hasSizeLessThanOrEqualTo(1);
        if (point == Point.BEFORE_START) {
            assertThat(outcomes(many)).containsExactly(OutcomeStatus.ACCEPTED);
            assertThat(once.intent().status()).isEqualTo(IntentStatus.ACCEPTED);
        } else {
            // On a machine that stands still for a moment the gate may shut before the call: given up, and tried again.
            assertThat(outcomes(many))
                    .filteredOn(outcome -> outcome != OutcomeStatus.ABORTED)
                    .containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.ACCEPTED);
            assertThat(gateway.calls("victim-" + point + "-many"))
                    .as("the repetition is recognisable")
                    .allSatisfy(call -> assertThat(call.key()).endsWith(":1"));
        }
        if (point == Point.AFTER_START || point == Point.DURING_CALL) {
            assertThat(outcomes(once)).containsExactly(OutcomeStatus.UNKNOWN);
            assertThat(once.intent().exhaustedReason()).contains("one_shot");
        }
    }

    /** Its leader was killed while the webhook was still owed, once even in the middle of a delivery. */
    private static void checkTold(Point point, TestNode client) {
        Awaitility.await("the webhook of " + point)
                .atMost(TestNode.PATIENCE)
                .until(() -> client.manager
                                .get("told-" + point)
                                .flatMap(Intent::webhook)
                                .orElseThrow()
                                .state()
                        == WebhookState.DELIVERED);
    }

    private static List<OutcomeStatus> outcomes(IntentHistory history) {
        return history.attempts().stream().map(Attempt::outcomeStatus).toList();
    }

    private void checkEverything(WatchfulGateway gateway, TestNode client) throws Exception {
        for (var intent : client.manager
                .search(dev.baton.submissions.model.IntentQuery.all())
                .items()) {
            IntentHistory history = client.manager.history(intent.intentId()).orElseThrow();
            assertThat(intent.status().isTerminal()).as(intent.toString()).isTrue();
            assertThat(history.attempts())
                    .as("attempt numbers have no gap and no duplicate")
                    .extracting(Attempt::attemptNumber)
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, intent.attemptCount())
                            .boxed()
                            .toList());
        }
        assertThat(gateway.calls())
                .allSatisfy(call -> assertThat(call.accepted()).isTrue());
        Set<String> distinct = new HashSet<>();
        assertThat(gateway.calls())
                .as("no attempt is sent twice")
                .allSatisfy(call -> assertThat(distinct.add(call.intentId() + call.attempt()))
                        .isTrue());
        assertThat(epochsInOrderOfCommit("submission_attempts")).isSorted().hasSizeGreaterThan(10);
        assertThat(epochsInOrderOfCommit("submission_intents")).isSorted().hasSizeGreaterThan(10);
    }

    /** Fenced rows in the order in which PostgreSQL committed them. */
    private List<Long> epochsInOrderOfCommit(String table) throws Exception {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT lease_epoch FROM " + table
                        + " WHERE lease_epoch > 0 ORDER BY pg_xact_commit_timestamp(xmin), lease_epoch")) {
            List<Long> epochs = new ArrayList<>();
            while (rows.next()) {
                epochs.add(rows.getLong(1));
            }
            return epochs;
        }
    }
}
