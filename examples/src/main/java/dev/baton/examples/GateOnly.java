package dev.baton.examples;

import dev.baton.Campaign;
import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;

/**
 * A program that has its own threads and its own loop, and only wants to know whether it may act. What it does leaves
 * the database, so the fence cannot stop it; the epoch goes along, for the far side to refuse older ones.
 */
public final class GateOnly {

    private final LeaderGate gate;
    private final Sender sender;

    /** Where messages leave this process. */
    @FunctionalInterface
    public interface Sender {
        void send(String message, long epoch);
    }

    public GateOnly(Campaign campaign, Sender sender) {
        this.gate = campaign.gate();
        this.sender = sender;
    }

    /** Sends, if this instance leads; says whether it did. */
    public boolean trySend(String recipient) {
        // region gate-only
        try {
            LeaderToken token = gate.requireLeader();
            String message = prepare(recipient); // may take its time
            gate.ensureEpoch(token.epoch()); // still the same term, just before the act
            sender.send(message, token.epoch());
            return true;
        } catch (NotLeaderException e) {
            return false; // another instance sends it
        }
        // endregion
    }

    private static String prepare(String recipient) {
        return "Hello, " + recipient;
    }
}
