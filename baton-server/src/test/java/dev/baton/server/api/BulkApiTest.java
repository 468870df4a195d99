package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.jobs.JobRequest;
import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.store.AuditLine;
import dev.baton.testkit.TestPatience;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Many jobs at once: counted first, done only to as many as were seen, on record. */
class BulkApiTest {

    private static JsonNode bulk(TestNode node, String body) throws Exception {
        return node.post("/v1/jobs:bulk", body).json();
    }

    @Test
    void nothingIsDoneWithoutTheNumberAndMoreThanOneCallDoesTakesSeveral() throws Exception {
        try (TestNode node = new TestNode("")) {
            Instant later = Instant.now().plusSeconds(3_600);
            node.node()
                    .jobs()
                    .enqueue(IntStream.range(0, 2_100)
                            .mapToObj(i -> JobRequest.of("sample").queue("q").runAt(later))
                            .toList());
            String cancel = "{\"action\": \"cancel\", \"job\": \"sample\", \"queue\": \"q\"";

            JsonNode counted = bulk(node, cancel + "}");
            assertThat(counted.path("matching").asLong()).isEqualTo(2_100);
            assertThat(counted.path("done").asInt()).isZero();
            Reply changed = node.post("/v1/jobs:bulk", cancel + ", \"expected\": 2099}");
            assertThat(changed.status()).isEqualTo(409);
            assertThat(changed.code()).isEqualTo("count_changed");
            assertThat(bulk(node, cancel + "}").path("matching").asLong())
                    .as("nothing done")
                    .isEqualTo(2_100);

            JsonNode first = bulk(node, cancel + ", \"expected\": 2100}");
            assertThat(List.of(first.path("done").asInt(), first.path("left").asInt()))
                    .containsExactly(2_000, 100);
            JsonNode second = bulk(node, cancel + ", \"expected\": 100}");
            assertThat(List.of(second.path("done").asInt(), second.path("left").asInt()))
                    .containsExactly(100, 0);

            assertThat(node.node().audit().latest(100))
                    .filteredOn(line -> line.action().equals("jobs.cancel"))
                    .extracting(AuditLine::outcome)
                    .contains("2000 in all", "100 in all", "done to up to 200")
                    .hasSize(13);
            assertThat(node.get("/v1/jobs?job=sample-recurring")
                            .json()
                            .path("items")
                            .path(0)
                            .path("status")
                            .asString())
                    .isNotEqualTo("cancelled");
        }
    }

    @Test
    void whereNothingMatchesNothingIsBegun() throws Exception {
        try (TestNode node = new TestNode("")) {
            JsonNode none = bulk(node, "{\"action\": \"cancel\", \"queue\": \"q\", \"expected\": 0}");
            assertThat(List.of(none.path("done").asInt(), none.path("left").asInt()))
                    .containsExactly(0, 0);
            assertThat(node.node().audit().latest(100))
                    .as("acted on what came meanwhile")
                    .extracting(AuditLine::action)
                    .doesNotContain("jobs.cancel");
        }
    }

    @Test
    void deadLettersAreRedrivenTogether() throws Exception {
        try (TestNode node = new TestNode("[jobs]\nelsewhere = ['other']\n")) {
            for (int i = 0; i < 3; i++) {
                node.post("/v1/jobs", "{\"job\": \"sample\", \"payload\": 7}"); // which it cannot read
            }
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> bulk(node, "{\"action\": \"redrive\"}")
                                    .path("matching")
                                    .asLong()
                            == 3);
            JsonNode done = bulk(node, "{\"action\": \"redrive\", \"status\": \"dead\", \"expected\": 3}");
            assertThat(done.path("done").asInt()).isEqualTo(3);
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> bulk(node, "{\"action\": \"discard\"}")
                                    .path("matching")
                                    .asLong()
                            == 3);
            assertThat(bulk(node, "{\"action\": \"discard\", \"expected\": 3}")
                            .path("left")
                            .asLong())
                    .isZero();
            for (String bad :
                    List.of("{}", "{\"action\": \"delete\"}", "{\"action\": \"retry\", \"status\": \"odd\"}")) {
                assertThat(node.post("/v1/jobs:bulk", bad).status()).as(bad).isEqualTo(400);
            }
        }
    }
}
