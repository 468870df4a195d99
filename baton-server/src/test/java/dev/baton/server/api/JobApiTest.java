package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.testkit.TestPatience;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class JobApiTest {

    private static TestNode node;

    @BeforeAll
    static void start() throws Exception {
        node = new TestNode("""
            [jobs.defined.to-go]
            interval = "1h"
            payload = '{"delayMillis": 1}'
            """);
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @Test
    void jobsAreStoredOnceByTheirKeyAndPaused() throws Exception {
        String body = "{\"job\": \"sample\", \"uniqueKey\": \"k\", \"payload\": {\"delayMillis\": 1},"
                + " \"runAt\": \"2199-01-01T00:00:00Z\", \"priority\": 3}";

        JsonNode first = node.post("/v1/jobs", body).json();
        JsonNode again = node.post("/v1/jobs", body).json();
        String id = first.path("id").asString();

        assertThat(again.path("id").asString()).isEqualTo(id);
        assertThat(first.path("payload").path("delayMillis").asInt()).isEqualTo(1);
        assertThat(node.post("/v1/jobs/" + id + "/pause", "")
                        .json()
                        .path("job")
                        .path("paused")
                        .asBoolean())
                .isTrue();
        assertThat(node.post("/v1/jobs/" + id + "/resume", "")
                        .json()
                        .path("job")
                        .path("paused")
                        .asBoolean())
                .isFalse();
        assertThat(node.post("/v1/dead-letters/" + id + "/redrive", "").status())
                .isEqualTo(409);
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs?job=sample-recurring")
                                .json()
                                .path("items")
                                .size()
                        == 1);
        assertThat(node.get("/v1/dead-letters").json().path("items").size()).isZero();
    }

    @Test
    void oddCursorsAndFarTimesAreNoErrorOfTheServer() throws Exception {
        for (String path : List.of("/v1/jobs", "/v1/dead-letters")) {
            assertThat(node.get(path + "?cursor=1-1-1-1-1").status()).as(path).isEqualTo(200);
            assertThat(node.get(path + "?cursor=odd").status()).as(path).isEqualTo(400);
        }
        for (String far : List.of("2263-01-01", "9989-01-01", "1969-01-01")) {
            Reply reply = node.post("/v1/jobs", "{\"job\": \"sample\", \"runAt\": \"" + far + "T00:00:00Z\"}");
            assertThat(reply.status()).as(far).isEqualTo(400);
            assertThat(reply.body()).contains("before 2261");
        }
        JsonNode latest = node.post("/v1/jobs", "{\"job\": \"sample\", \"runAt\": \"2260-12-31T00:00:00Z\"}")
                .json();
        assertThat(latest.path("nextRunTime").asString()).startsWith("2260-12-31");
    }

    @Test
    void aRecurringJobIsRescheduledAndRemoved() throws Exception {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs?job=to-go").json().path("items").size() == 1);
        String path = "/v1/jobs/"
                + node.get("/v1/jobs?job=to-go")
                        .json()
                        .path("items")
                        .path(0)
                        .path("id")
                        .asString();
        assertThat(node.post(path + "/pause", "").status()).isEqualTo(200);
        for (String bad : List.of(
                "{}",
                "{\"interval\": \"soon\"}",
                "{\"interval\": \"999999999999d\"}",
                "{\"cron\": \"@yearly\", \"interval\": \"1h\"}",
                "{\"cron\": \"?\"}")) {
            assertThat(node.post(path + "/reschedule", bad).status()).as(bad).isEqualTo(400);
        }

        JsonNode yearly = node.post(path + "/reschedule", "{\"cron\": \"@yearly\", \"timezone\": \"Europe/Berlin\"}")
                .json()
                .path("job");
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.post(path + "/remove", "").status() == 200);

        assertThat(yearly.path("timezone").asString()).isEqualTo("Europe/Berlin");
        assertThat(node.get("/v1/jobs?job=to-go").json().path("items").size()).isZero();
    }
}
