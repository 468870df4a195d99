package dev.baton.submissions.gateway;

import dev.baton.submissions.model.Outcome;

/** What a gateway said. */
public sealed interface GatewayAnswer permits GatewayAnswer.Accepted, GatewayAnswer.Rejected, GatewayAnswer.Nonsense {

    /** What it means for the attempt. */
    Outcome outcome();

    /**
     * Yes.
     *
     * @param gatewayMessageId what the gateway calls the message, kept with the attempt; empty if it did not say
     */
    record Accepted(String gatewayMessageId) implements GatewayAnswer {
        @Override
        public Outcome outcome() {
            return Outcome.accepted(gatewayMessageId);
        }
    }

    /**
     * No, and why.
     *
     * @param gatewayMessageId what the gateway calls the message, kept with the attempt; empty if it did not say
     */
    record Rejected(String reason, String gatewayMessageId) implements GatewayAnswer {

        /** From a gateway that gives what it refuses no id. */
        public Rejected(String reason) {
            this(reason, "");
        }

        @Override
        public Outcome outcome() {
            return Outcome.rejected(reason, gatewayMessageId);
        }
    }

    /** Nothing that makes sense; nobody knows what the far side did. */
    record Nonsense(String error) implements GatewayAnswer {
        @Override
        public Outcome outcome() {
            return Outcome.error(error);
        }
    }
}
