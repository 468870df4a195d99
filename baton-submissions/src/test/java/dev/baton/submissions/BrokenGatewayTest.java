package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.model.OutcomeStatus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BrokenGatewayTest {

    @ParameterizedTest
    @EnumSource
    void anErrorThatAGatewayThrowsIsTheOutcomeOfItsAttempt(Databases database) throws Exception {
        try (TestNode node = TestNode.on(database.fresh())
                .strategy(database.strategy())
                .fake(fake -> fake.answering(call -> {
                    if (call.intentId().equals("broken")) {
                        throw new NoClassDefFoundError("a class of the gateway's");
                    }
                    return new GatewayAnswer.Accepted("");
                }))
                .start()) {
            node.submit("broken", "three");
            node.submit("fine", "three");
            node.awaitTerminal("fine");
            node.awaitTerminal("broken");
            assertThat(node.manager.history("broken").orElseThrow().attempts())
                    .isNotEmpty()
                    .allSatisfy(attempt -> {
                        assertThat(attempt.outcomeStatus()).isEqualTo(OutcomeStatus.ERROR);
                        assertThat(attempt.error().orElse("")).contains("cannot be called", "NoClassDefFoundError");
                    });
        }
    }
}
