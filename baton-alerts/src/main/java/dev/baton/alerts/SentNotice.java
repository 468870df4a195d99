package dev.baton.alerts;

import java.time.Instant;

/**
 * A notice as operators see it.
 *
 * @param transition {@code firing} or {@code resolved}
 * @param state {@code due}, {@code sending}, {@code sent} or {@code failed}
 * @param endedAt when it was last tried to an end, or null
 * @param error why the last try failed, or null
 */
public record SentNotice(
        String alert,
        String transition,
        String notifier,
        String state,
        int attempts,
        Instant createdAt,
        Instant endedAt,
        String error) {}
