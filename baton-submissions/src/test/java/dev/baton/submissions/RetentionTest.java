package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayAnswer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetentionTest {

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
            CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
            node.other().answeringLater(call -> answer);
            node.submit("waiting", "other");
            node.submit("old too", "three");
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> node.manager.get("old too").isEmpty());
            assertThat(node.manager.get("waiting")).isPresent();
            answer.complete(new GatewayAnswer.Accepted("at last"));
        }
    }
}
