package dev.baton.submissions.model;

/** The answer to a request. {@link Created} and {@link Existing} are durable when they are given. */
public sealed interface Acceptance
        permits Acceptance.Created, Acceptance.Existing, Acceptance.Conflict, Acceptance.Refused {

    /** It was new and is now stored. */
    record Created(Intent intent) implements Acceptance {}

    /** The same was asked before; this is how it stands. */
    record Existing(Intent intent) implements Acceptance {}

    /** The id is taken by another target or payload; nothing was changed. HTTP 409 {@code idempotency_conflict}. */
    record Conflict(String intentId, String message) implements Acceptance {}

    /**
     * It cannot be accepted.
     *
     * @param tooLarge whether because of its size: HTTP 413; otherwise 400 {@code invalid_request}
     */
    record Refused(String message, boolean tooLarge) implements Acceptance {}
}
