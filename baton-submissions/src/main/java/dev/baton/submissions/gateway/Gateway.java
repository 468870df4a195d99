package dev.baton.submissions.gateway;

import java.util.concurrent.CompletableFuture;

/** Somewhere that intents are handed to. Thread-safe; many calls may be under way at once. */
@FunctionalInterface
public interface Gateway {

    /**
     * Hands an intent over. Does not block: what takes time happens behind the future. A future that fails is an attempt
     * {@code error}, and so is one that is not completed in the gateway's request time-out. A gateway that takes its time
     * before anything leaves calls {@link GatewayCall#ensureLeading()} then, and lets its exception pass.
     */
    CompletableFuture<GatewayAnswer> send(GatewayCall call);
}
