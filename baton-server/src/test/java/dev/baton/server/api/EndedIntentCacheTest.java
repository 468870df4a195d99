package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.http.Answer;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.WebhookState;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EndedIntentCacheTest {

    private static final Answer ANSWER = Answer.text(200, "settled");

    private final AtomicLong now = new AtomicLong();
    private final EndedIntentCache answers = new EndedIntentCache(now::get);

    @Test
    void anAnswerAboutASettledIntentIsKeptForAWhile() {
        answers.keep(intent("a", IntentStatus.ACCEPTED, Optional.empty()), ANSWER);
        now.addAndGet(EndedIntentCache.KEPT.toNanos() - 1);
        assertThat(answers.find("a").map(EndedIntentCache.Kept::answer)).contains(ANSWER);
        now.addAndGet(1);
        assertThat(answers.find("a")).isEmpty();
    }

    @Test
    void whatMayStillChangeIsNotKept() {
        Intent.Delivery delivery = new Intent.Delivery(WebhookState.PENDING, 0, Optional.empty(), Optional.empty());
        answers.keep(intent("pending", IntentStatus.PENDING, Optional.empty()), ANSWER);
        answers.keep(intent("webhook", IntentStatus.ACCEPTED, Optional.of(delivery)), ANSWER);
        assertThat(answers.find("pending")).isEmpty();
        assertThat(answers.find("webhook")).isEmpty();
    }

    @Test
    void neverMoreThanSoMany() {
        for (int i = 0; i <= EndedIntentCache.MOST; i++) {
            answers.keep(intent("i" + i, IntentStatus.EXHAUSTED, Optional.empty()), ANSWER);
        }
        assertThat(answers.find("i0")).isEmpty();
        assertThat(answers.find("i" + EndedIntentCache.MOST).map(EndedIntentCache.Kept::answer))
                .contains(ANSWER);
    }

    private static Intent intent(String id, IntentStatus status, Optional<Intent.Delivery> webhook) {
        return new Intent(
                id,
                "sample",
                status,
                Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Instant.EPOCH,
                webhook);
    }
}
