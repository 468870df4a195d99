package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.model.Attempt;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a gateway calls a message is kept with the attempt, however the attempt ends. */
class MessageIdTest {

    private static List<Optional<String>> messageIds(TestNode node, String id) throws Exception {
        return node.manager.history(id).orElseThrow().attempts().stream()
                .map(Attempt::gatewayMessageId)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void isKeptWithTheAttemptThatGotIt(Databases database) throws Exception {
        try (TestNode node = TestNode.on(database.fresh())
                .strategy(database.strategy())
                .fake(fake -> fake.answering(call -> switch (call.intentId()) {
                    case "refused" -> new GatewayAnswer.Rejected("invalid_recipient", "m-refused");
                    case "silent" -> new GatewayAnswer.Accepted("");
                    case "wordy" -> new GatewayAnswer.Accepted("ы".repeat(300));
                    default -> new GatewayAnswer.Accepted("m-" + call.intentId());
                }))
                .start()) {
            for (String id : List.of("taken", "refused", "silent", "wordy")) {
                node.submit(id, "three");
                node.awaitTerminal(id);
            }
            assertThat(messageIds(node, "taken")).last().isEqualTo(Optional.of("m-taken"));
            assertThat(messageIds(node, "refused")).last().isEqualTo(Optional.of("m-refused"));
            assertThat(messageIds(node, "silent")).last().isEqualTo(Optional.empty());
            assertThat(messageIds(node, "wordy")).last().isEqualTo(Optional.of("ы".repeat(200)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void isKeptWhenTheIntentWasCancelledDuringTheCall(Databases database) throws Exception {
        CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
        try (TestNode node = TestNode.on(database.fresh())
                .strategy(database.strategy())
                .fake(fake -> fake.answeringLater(call -> answer))
                .start()) {
            node.submit("i", "three");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() == 1);
            node.manager.cancel("i", "alice");
            answer.complete(new GatewayAnswer.Accepted("late"));
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> !messageIds(node, "i").isEmpty());
            assertThat(messageIds(node, "i")).containsExactly(Optional.of("late"));
        }
    }
}
