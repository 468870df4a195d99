package dev.baton.server.api;

import dev.baton.server.http.Answer;
import dev.baton.submissions.model.Intent;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers about intents that have come to their end, kept for those who ask again: such a row never changes. It can only be
 * pruned, or be forgotten by a database that failed over, so an answer is not kept for long. Intents with a webhook are
 * left out: its delivery goes on after their end.
 */
final class EndedIntentCache {

    static final Duration KEPT = Duration.ofSeconds(5);
    static final int MOST = 4_096;

    /** @param target of the intent: not everybody may see every target's */
    record Kept(Answer answer, String target, long until) {}

    private final Stopwatch stopwatch;
    private final Map<String, Kept> answers = new ConcurrentHashMap<>();

    EndedIntentCache(Stopwatch stopwatch) {
        this.stopwatch = stopwatch;
    }

    Optional<Kept> find(String intentId) {
        Kept kept = answers.get(intentId);
        return kept != null && stopwatch.elapsed() < kept.until() ? Optional.of(kept) : Optional.empty();
    }

    /** Keeps the answer if it is the last word on the intent. */
    Answer keep(Intent intent, Answer answer) {
        if (intent.status().isTerminal() && intent.webhook().isEmpty()) {
            if (answers.size() >= MOST) {
                answers.clear(); // cheaper than finding the oldest; what is asked for again is kept again
            }
            answers.put(
                    intent.intentId(),
                    new Kept(answer, intent.submissionTarget(), stopwatch.elapsed() + KEPT.toNanos()));
        }
        return answer;
    }
}
