package dev.baton.submissions.store;

/** An attempt that was started in another term and not finished. */
public record LeftBehind(
        String intentId,
        String target,
        int number,
        int countedBefore,
        String contract,
        long epoch,
        String holderId,
        String deadline) {}
