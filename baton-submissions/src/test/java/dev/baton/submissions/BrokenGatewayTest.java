package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
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

    /** Java has one thread for all time-outs of a process: a listener that takes its time there would hold up all of them. */
    @Test
    void thatAGatewayDidNotAnswerInTimeIsToldOnAThreadForAnswers() throws Exception {
        CompletableFuture<String> toldOn = new CompletableFuture<>();
        GatewaySpec silent = GatewaySpec.of("fake", "fake", "").timeouts(Duration.ofMillis(1), Duration.ofMillis(1));
        SubmissionSettings settings =
                SubmissionSettings.of(List.of(silent), List.of(Target.of("once", "fake", new Policy.OneShot())));
        try (TestNode node = TestNode.on(Databases.H2.fresh())
                .strategy(Databases.H2.strategy())
                .with(usual -> settings)
                .fake(fake -> fake.answeringLater(call -> new CompletableFuture<>()))
                .heard(new SubmissionListener() {
                    @Override
                    public void answered(String intentId, int attempt, Outcome outcome) {
                        toldOn.complete(Thread.currentThread().getName());
                    }
                })
                .start()) {
            node.submit("unanswered", "once");
            assertThat(toldOn.get(TestNode.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo("baton-http-answers");
            node.awaitTerminal("unanswered");
            assertThat(node.manager.history("unanswered").orElseThrow().attempts())
                    .singleElement()
                    .satisfies(
                            attempt -> assertThat(attempt.error().orElse("")).contains("did not answer within 1 ms"));
        }
    }
}
