package dev.baton.alerts;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An alert as the database keeps it.
 *
 * @param condition the rule's condition, as text
 * @param reading the value that decided the last change, or null
 * @param since when it came into its state
 * @param firedAt when it last began to fire; of no meaning before it ever did
 * @param evaluatedAt when that was last confirmed
 */
public record Alert(
        String name,
        AlertState state,
        Severity severity,
        String condition,
        List<String> receivers,
        String reading,
        Instant since,
        Instant firedAt,
        Instant evaluatedAt) {

    Alert(AlertRule rule, AlertState state, String reading, Instant since, Instant firedAt, Instant now) {
        this(
                rule.name(),
                state,
                rule.severity(),
                rule.condition().toString(),
                rule.receivers(),
                reading,
                since,
                firedAt,
                now);
    }

    boolean held(Duration atLeast, Instant now) {
        return !now.isBefore(since.plus(atLeast));
    }
}
