package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import org.junit.jupiter.api.Test;

/** Two nodes on one machine have two names without being asked, and who comes back has its own again. */
class TwoNamesIT {

    @Test
    void theSecondOnOneMachineHasANameOfItsOwn() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                BatonProcess first = BatonProcess.serve("--db", database.url(), "--port", "0")) {
            String host =
                    first.json("/v1/nodes").path("items").path(0).path("nodeId").asString();
            try (BatonProcess second = BatonProcess.serve("--db", database.url(), "--port", "0")) {
                await().atMost(TestPatience.LONGEST_WAIT)
                        .untilAsserted(() -> assertThat(
                                        first.json("/v1/nodes").path("items").findValuesAsString("nodeId"))
                                .containsExactlyInAnyOrder(host, host + "~2"));
                assertThat(host).isNotBlank().doesNotContain("~");
                assertThat(second.get("/readyz").body()).contains("node=" + host + "~2");
            }
            try (BatonProcess again = BatonProcess.serve("--db", database.url(), "--port", "0")) {
                assertThat(again.get("/readyz").body()).contains("node=" + host + "~2");
            }
        }
    }
}
