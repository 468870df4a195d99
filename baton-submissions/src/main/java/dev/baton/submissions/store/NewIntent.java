package dev.baton.submissions.store;

import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.WebhookState;
import java.time.Instant;
import java.util.Optional;

/**
 * A row that is about to be inserted.
 *
 * @param maxAcceptanceMillis the deadline counted from creation, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never leaves this module
public record NewIntent(
        String intentId,
        String target,
        byte[] payload,
        byte[] payloadHash,
        String contract,
        String gateway,
        String traceparent,
        boolean webhook,
        Long maxAcceptanceMillis) {

    /** The intent as it stands right after its insertion: nobody needs to read it back. */
    Intent createdAt(Instant at) {
        return new Intent(
                intentId,
                target,
                IntentStatus.PENDING,
                Optional.empty(),
                Optional.empty(),
                0,
                Optional.of(at),
                at,
                Optional.empty(),
                at,
                webhook
                        ? Optional.of(new Intent.Delivery(WebhookState.PENDING, 0, Optional.empty(), Optional.empty()))
                        : Optional.empty());
    }

    String webhookStatus() {
        return webhook ? WebhookState.PENDING.label() : null;
    }
}
