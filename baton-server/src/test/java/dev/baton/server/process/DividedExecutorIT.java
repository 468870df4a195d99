package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.Main;
import dev.baton.server.store.IntegrityAudit;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code submissions.shards = 16} on two nodes: both execute, one is killed, and nothing is lost. */
class DividedExecutorIT {

    private static final String EXECUTOR = "submission-manager-executor";
    private static final String GROUP = "/v1/shards/" + EXECUTOR;
    private static final int TARGETS = 24;
    private static final int INTENTS = 240;

    @TempDir
    private Path folder;

    private BatonProcess node(PostgresDatabase database, String id) throws IOException, InterruptedException {
        return BatonProcess.program(
                Main.class,
                "serve",
                "--db",
                database.url(),
                "--node",
                id,
                "--port",
                "0",
                "--config",
                folder.resolve("baton.toml").toString());
    }

    private void settings() throws IOException {
        StringBuilder toml = new StringBuilder("""
                [submissions]
                shards = 16
                [log]
                format = "json"
                [gateways.slow]
                type = "fake"
                delay = "200ms"
                """);
        for (int target = 0; target < TARGETS; target++) {
            toml.append("[targets.t")
                    .append(target)
                    .append("]\ngateway = 'slow'\npolicy = 'max_attempts'\n")
                    .append("max_attempts = 50\nretry_delay = '200ms'\n");
        }
        Files.writeString(folder.resolve("baton.toml"), toml);
    }

    private static int leads(BatonProcess asked, String node) throws IOException, InterruptedException {
        for (JsonNode share : asked.json(GROUP).path("nodes")) {
            if (share.path("nodeId").asString().equals(node)) {
                return share.path("leads").asInt();
            }
        }
        return 0;
    }

    private static void submit(BatonProcess node, int intent) throws IOException, InterruptedException {
        String body = "{\"intentId\": \"i" + intent + "\", \"submissionTarget\": \"t" + intent % TARGETS + "\"}";
        assertThat(node.post("/v1/intents", body).statusCode()).isEqualTo(200);
    }

    private static Set<String> holders(BatonProcess asked, List<Integer> intents)
            throws IOException, InterruptedException {
        Set<String> holders = new TreeSet<>();
        for (int intent : intents) {
            asked.json("/v1/intents/i" + intent + "/history")
                    .path("attempts")
                    .forEach(attempt ->
                            holders.add(attempt.path("holderId").asString().replaceAll("-.*", "")));
        }
        return holders;
    }

    private static void awaitEnd(BatonProcess asked, int intent) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> asked.json("/v1/intents/i" + intent).path("status").asString(), "accepted"::equals);
    }

    @Test
    void bothExecuteAndWhatTheKilledOneHadTheOtherDoes() throws Exception {
        settings();
        try (PostgresDatabase database = PostgresDatabase.fresh();
                BatonProcess one = node(database, "one");
                BatonProcess other = node(database, "other")) {
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> leads(one, "one") == 8 && leads(one, "other") == 8);
            List<Integer> first = new ArrayList<>();
            for (int intent = 0; intent < INTENTS / 2; intent++) {
                submit(intent % 2 == 0 ? one : other, intent);
                first.add(intent);
            }
            first.forEach(intent -> awaitEnd(one, intent));
            assertThat(holders(one, first)).containsExactly("one", "other");
            assertToldTruly(one);

            for (int intent = INTENTS / 2; intent < INTENTS; intent++) {
                submit(intent % 2 == 0 ? one : other, intent);
            }
            other.kill();

            for (int intent = INTENTS / 2; intent < INTENTS; intent++) {
                awaitEnd(one, intent);
            }
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> leads(one, "one") == 16);
            assertThat(IntegrityAudit.examine(database.dataSource(), TableNames.DEFAULT, IntegrityAudit.Executor.USUAL))
                    .allSatisfy(finding ->
                            assertThat(finding.violations()).as(finding.rule()).isEmpty());
        }
    }

    /** What the node says of itself elsewhere. */
    private static void assertToldTruly(BatonProcess node) throws IOException, InterruptedException {
        JsonNode group = node.json(GROUP);
        assertThat(group.path("shards").asInt()).isEqualTo(16);
        assertThat(group.path("withoutLeader").size()).isZero();
        String ready = node.get("/readyz").body();
        assertThat(ready).contains("role=" + EXECUTOR + " mode=", "role=" + EXECUTOR + ".coordinator mode=");
        assertThat(ready.lines().filter(line -> line.matches("role=" + EXECUTOR + "\\.\\d+ mode=leader .*")))
                .hasSize(8);
        String metrics = node.get("/metrics").body();
        assertThat(metrics.lines().filter(line -> line.startsWith("baton_schedule_lag_seconds")))
                .as("a node that leads shards has a schedule")
                .isNotEmpty()
                .noneMatch(line -> line.endsWith("NaN"));
        await().atMost(TestPatience.LONGEST_WAIT)
                .untilAsserted(() -> assertThat(node.get("/metrics").body())
                        .contains("submission_queue_depth 0.0", "submission_inflight_attempts 0.0"));
        assertThat(metrics.lines()
                        .filter(line -> line.startsWith("baton_leader_is_leader{role=\"" + EXECUTOR + ".")
                                && line.endsWith(" 1.0")))
                .hasSizeGreaterThanOrEqualTo(8);
    }
}
