package dev.baton.submissions.model;

import java.util.Objects;
import java.util.Optional;

/**
 * What a client asks for. Checked on acceptance, not here: a bad request gets an answer, not an exception.
 *
 * @param payload JSON, kept byte for byte; empty stands for an empty object
 * @param traceparent the W3C trace that the request belongs to
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out; never compared
public record IntentRequest(String intentId, String submissionTarget, byte[] payload, Optional<String> traceparent) {

    public IntentRequest {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(traceparent, "traceparent");
        payload = payload.clone();
    }

    public static IntentRequest of(String intentId, String submissionTarget, byte[] payload) {
        return new IntentRequest(intentId, submissionTarget, payload, Optional.empty());
    }

    /** The same, as part of another trace; unchanged if there is none. */
    public IntentRequest tracedBy(Optional<String> trace) {
        return trace.isEmpty() ? this : new IntentRequest(intentId, submissionTarget, payload, trace);
    }

    @Override
    public byte[] payload() {
        return payload.clone();
    }
}
