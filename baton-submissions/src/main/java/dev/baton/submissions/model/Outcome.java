package dev.baton.submissions.model;

import java.util.Objects;

/**
 * How an attempt ended, in full.
 *
 * @param reason why the gateway refused; empty otherwise
 * @param error what went wrong; empty where nothing did
 * @param gatewayMessageId what the gateway calls the message; empty where it did not say
 */
public record Outcome(OutcomeStatus status, String reason, String error, String gatewayMessageId) {

    private static final int LONGEST_ERROR = 1000;

    public Outcome {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(reason, "reason");
        error = Limits.storable(error, LONGEST_ERROR);
        gatewayMessageId = Limits.storable(gatewayMessageId, Limits.LONGEST_ID);
    }

    public static Outcome accepted(String gatewayMessageId) {
        return new Outcome(OutcomeStatus.ACCEPTED, "", "", gatewayMessageId);
    }

    public static Outcome rejected(String reason, String gatewayMessageId) {
        return new Outcome(OutcomeStatus.REJECTED, reason, "", gatewayMessageId);
    }

    public static Outcome error(String error) {
        return new Outcome(OutcomeStatus.ERROR, "", error, "");
    }

    public static Outcome aborted(String why) {
        return new Outcome(OutcomeStatus.ABORTED, "", why, "");
    }

    public static Outcome unknown(String why) {
        return new Outcome(OutcomeStatus.UNKNOWN, "", why, "");
    }
}
