package dev.baton.submissions.gateway;

import dev.baton.submissions.model.Outcome;

/** What a gateway said. */
public sealed interface GatewayAnswer permits GatewayAnswer.Accepted, GatewayAnswer.Rejected, GatewayAnswer.Nonsense {

    /** What it means for the attempt. */
    Outcome outcome();

    /** Yes. */
    record Accepted(String gatewayMessageId) implements GatewayAnswer {
        @Override
        public Outcome outcome() {
            return Outcome.accepted();
        }
    }

    /** No, and why. */
    record Rejected(String reason) implements GatewayAnswer {
        @Override
        public Outcome outcome() {
            return Outcome.rejected(reason);
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
