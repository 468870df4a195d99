package dev.baton.submissions.gateway;

import dev.baton.NotLeaderException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One call.
 *
 * @param intentId what the far side knows it by: {@code referenceId}
 * @param payload the client's JSON, byte for byte
 * @param attempt the attempt's number
 * @param firstSinceAnswer the number of the first attempt since the last definite answer: equal for all repetitions of
 *     one request, so that the far side recognises them
 * @param leaseEpoch under which term it is made: a far side that refuses lower epochs than it has seen is never called by
 *     a former leader with effect; where the executor is divided each shard counts by itself, and they cannot be compared
 * @param gate throws while its leader may not act; see {@link #ensureLeading()}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GatewayCall(
        String intentId,
        byte[] payload,
        int attempt,
        int firstSinceAnswer,
        long leaseEpoch,
        String traceparent,
        Runnable gate) {

    /** A call that may be made at any time, for tests of gateways. */
    public GatewayCall(
            String intentId, byte[] payload, int attempt, int firstSinceAnswer, long leaseEpoch, String traceparent) {
        this(intentId, payload, attempt, firstSinceAnswer, leaseEpoch, traceparent, () -> {});
    }

    /**
     * The last look at the gate, for the moment at which the bytes leave: on the way there (names, connections) more time
     * may have gone by than the leader is trusted. A call that fails with this exception counts as not made, so it must
     * not be thrown once something has left.
     *
     * @throws NotLeaderException if the leader may not act now
     */
    public void ensureLeading() {
        gate.run();
    }

    public String idempotencyKey() {
        return intentId + ":" + firstSinceAnswer;
    }

    /** What every call carries besides its body. */
    public Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Idempotency-Key", headerSafe(idempotencyKey()));
        headers.put("Baton-Attempt", Integer.toString(attempt));
        headers.put("Baton-Lease-Epoch", Long.toString(leaseEpoch));
        headers.put("traceparent", traceparent);
        return headers;
    }

    /** Ids may hold any character, headers only printable ASCII: others are percent-encoded, and so is the percent. */
    private static String headerSafe(String text) {
        StringBuilder safe = new StringBuilder();
        for (byte b : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            if (b > 0x20 && b < 0x7F && b != '%') {
                safe.append((char) b);
            } else {
                safe.append(String.format(java.util.Locale.ROOT, "%%%02X", b));
            }
        }
        return safe.toString();
    }
}
