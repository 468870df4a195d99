package dev.baton.submissions.model;

import java.time.Instant;
import java.util.Optional;

/**
 * One attempt that is over, as the audit log has it.
 *
 * @param gatewayMessageId what the gateway calls the message, if it said so
 */
public record Attempt(
        int attemptNumber,
        Instant startedAt,
        Optional<Instant> finishedAt,
        OutcomeStatus outcomeStatus,
        Optional<String> outcomeReason,
        Optional<String> error,
        long leaseEpoch,
        String holderId,
        Optional<String> gatewayMessageId) {}
