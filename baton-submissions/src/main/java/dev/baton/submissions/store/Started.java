package dev.baton.submissions.store;

/**
 * An attempt whose start is on record.
 *
 * @param number its number
 * @param countedBefore attempts before it that count against the bound
 * @param keyAttempt the first attempt since the last definite answer
 * @param contract the snapshot, as stored
 * @param deadline the intent's deadline as the database writes it, or null
 * @param waitedMillis how long after its due time it started
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never leaves this module
public record Started(
        String intentId,
        String target,
        int number,
        int countedBefore,
        int keyAttempt,
        byte[] payload,
        String contract,
        String traceparent,
        String deadline,
        long waitedMillis) {}
