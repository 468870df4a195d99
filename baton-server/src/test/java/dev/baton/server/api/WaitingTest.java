package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WaitingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(25);
    private static final int CLIENTS = 300;
    private static final String SLOW = """
            [election]
            drain_timeout = "1s"
            [submissions]
            concurrency = 1000
            [gateways.slow]
            type = "fake"
            delay = "5m"
            [targets.slow]
            gateway = "slow"
            policy = "one_shot"
            """;

    /** Twelve threads: were each client to hold one, the thirteenth would not even be heard. */
    @Test
    void hundredsWaitOnAFewThreadsAndAllAreAnswered() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (TestNode node = new TestNode(SLOW)) {
            List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                waiting.add(client.sendAsync(
                        node.request("/v1/intents?waitSeconds=30")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(
                                        "{\"intentId\": \"w" + i + "\", \"submissionTarget\": \"slow\"}"))
                                .build(),
                        BodyHandlers.ofString()));
            }
            await().atMost(PATIENCE)
                    .until(() ->
                            node.get("/metrics").body().contains("submission_intents_created_total " + CLIENTS + ".0"));
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            assertThat(node.get("/healthz").body()).isEqualTo("ok\n");

            for (int i = 0; i < CLIENTS; i++) {
                node.node().submissions().cancel("w" + i, "the test");
            }

            assertThat(node.post("/v1/intents?waitSeconds=1", "{\"intentId\": \"w\", \"submissionTarget\": \"slow\"}")
                            .json()
                            .path("status")
                            .asString())
                    .as("who has waited long enough is told how it stands")
                    .isEqualTo("pending");
            for (CompletableFuture<HttpResponse<String>> answer : waiting) {
                assertThat(answer.get().body()).contains("\"status\":\"cancelled\"");
            }
        }
    }
}
