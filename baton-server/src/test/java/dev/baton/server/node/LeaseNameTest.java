package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.testkit.TestPatience;
import org.junit.jupiter.api.Test;

/** {@code election.lease_name}: the executor's role under a name of one's own. */
class LeaseNameTest {

    private static final String USUAL = "submission-manager-executor";

    @Test
    void theRoleOfThatNameExecutesAndNoOtherDoes() throws Exception {
        try (TestNode node = new TestNode("election.lease_name = 'bank-executor'")) {
            assertThat(node.post(
                                    "/v1/intents?waitSeconds=30",
                                    "{\"intentId\": \"i\", \"submissionTarget\": \"sample\"}")
                            .body())
                    .contains("\"status\":\"accepted\"");
            assertThat(node.get("/v1/leaders/bank-executor")
                            .json()
                            .path("nodeId")
                            .asString())
                    .isEqualTo("n1");
            assertThat(node.get("/v1/leaders").body()).doesNotContain(USUAL);
            assertThat(node.get("/readyz").body())
                    .contains("role=bank-executor mode=leader")
                    .doesNotContain(USUAL);
        }
    }

    /** It is that role, and not another, that an operator drains to hold the executor up. */
    @Test
    void whoDrainsItHoldsUpTheIntents() throws Exception {
        try (TestNode node = new TestNode("election.lease_name = 'bank-executor'")) {
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/readyz").body().contains("role=bank-executor mode=leader"));
            assertThat(node.post("/v1/leaders/bank-executor/drain", "{\"force\": true}")
                            .status())
                    .isEqualTo(200);
            node.post("/v1/intents", "{\"intentId\": \"i\", \"submissionTarget\": \"sample\"}");
            assertThat(node.get("/v1/intents/i").body()).contains("\"status\":\"pending\"");
            assertThat(node.post("/v1/leaders/bank-executor/undrain", "{\"node\": \"n1\"}")
                            .status())
                    .isEqualTo(200);
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/v1/intents/i").body().contains("\"status\":\"accepted\""));
        }
    }
}
