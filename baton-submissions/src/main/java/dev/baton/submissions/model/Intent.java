package dev.baton.submissions.model;

import java.time.Instant;
import java.util.Optional;

/**
 * An intent as clients and operators see it: neither payload nor contract.
 *
 * @param nextAttemptAt when the next attempt is due; empty while one is under way and after the end
 * @param webhook how the telling of its end stands, if its contract names a webhook
 */
public record Intent(
        String intentId,
        String submissionTarget,
        IntentStatus status,
        Optional<String> rejectedReason,
        Optional<String> exhaustedReason,
        int attemptCount,
        Optional<Instant> nextAttemptAt,
        Instant createdAt,
        Optional<Instant> completedAt,
        Instant lastModifiedAt,
        Optional<Delivery> webhook) {

    /**
     * The state of a webhook.
     *
     * @param lastAt when it was last tried
     */
    public record Delivery(WebhookState state, int attempts, Optional<Instant> lastAt, Optional<String> error) {}
}
