package dev.baton.alerts;

import dev.baton.alerts.notify.Transition;
import java.time.Instant;

/**
 * A notice as operators see it.
 *
 * @param endedAt when it was last tried to an end, or null
 * @param error why the last try failed, or null
 */
public record SentNotice(
        String alert,
        Transition transition,
        String notifier,
        NoticeState state,
        int attempts,
        Instant createdAt,
        Instant endedAt,
        String error) {}
