package dev.baton.submissions.store;

/** An attempt that was started and not finished. */
public record UnfinishedAttempt(
        String intentId,
        String target,
        String lane,
        int number,
        int countedBefore,
        String contract,
        long epoch,
        String holderId,
        String deadline) {}
