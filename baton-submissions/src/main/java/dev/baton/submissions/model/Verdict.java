package dev.baton.submissions.model;

import java.time.Duration;
import java.util.Optional;

/**
 * What an outcome means for its intent, as far as it can be said without the time: the deadline is judged by the
 * database in the statement that records it.
 *
 * @param endsAs the terminal status; empty to try again
 * @param reason why it is exhausted; empty otherwise
 * @param retryAfter when the next attempt is due, if there is one
 */
public record Verdict(Optional<IntentStatus> endsAs, String reason, Duration retryAfter) {

    /**
     * Judges.
     *
     * @param counted attempts that count against the bound, this one included
     * @param dice a random number in [0, 1)
     */
    public static Verdict of(Contract contract, Outcome outcome, int counted, double dice) {
        return switch (outcome.status()) {
            case ACCEPTED -> new Verdict(Optional.of(IntentStatus.ACCEPTED), "", Duration.ZERO);
            case REJECTED ->
                contract.terminalOutcomes().contains(outcome.reason())
                        ? new Verdict(Optional.of(IntentStatus.REJECTED), "", Duration.ZERO)
                        : again(contract, counted, dice);
            case ERROR, UNKNOWN -> again(contract, counted, dice);
            case ABORTED -> new Verdict(Optional.empty(), "", Duration.ZERO);
        };
    }

    private static Verdict again(Contract contract, int counted, double dice) {
        if (contract.policy() instanceof Policy.OneShot) {
            return exhausted("one_shot");
        }
        if (contract.policy() instanceof Policy.MaxAttempts bound && counted >= bound.maxAttempts()) {
            return exhausted("max_attempts");
        }
        return new Verdict(Optional.empty(), "", contract.retryDelay().after(counted, dice));
    }

    private static Verdict exhausted(String reason) {
        return new Verdict(Optional.of(IntentStatus.EXHAUSTED), reason, Duration.ZERO);
    }

    /** The terminal status as statements write it; an empty text to try again. */
    public String endsAsLabel() {
        return endsAs.map(IntentStatus::label).orElse("");
    }
}
