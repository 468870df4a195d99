package dev.baton.testkit;

import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The acts of a role, as the program under test makes them, and the assertion that each was made by a leader. Call
 * {@link #acted} at the act itself: in the fake of whatever it acts on. Thread-safe.
 */
public final class ActLog {

    /** One act, with the token under which its instance could have acted; empty if it could not. */
    private record Act(String what, Optional<LeaderToken> token) {}

    private final List<Act> acts = new ArrayList<>();

    /** An act, made by the instance that has this gate. */
    public void acted(String what, LeaderGate gate) {
        Optional<LeaderToken> token;
        try {
            token = Optional.of(gate.requireLeader());
        } catch (NotLeaderException e) {
            token = Optional.empty();
        }
        synchronized (this) {
            acts.add(new Act(what, token));
        }
    }

    public synchronized int size() {
        return acts.size();
    }

    /** Fails unless there were acts, each was made by a leader, and no later act belongs to an earlier term. */
    public synchronized void assertActedOnlyWhileLeading() {
        if (acts.isEmpty()) {
            throw new AssertionError("nothing acted, so nothing is shown");
        }
        long epoch = 0;
        for (Act act : acts) {
            LeaderToken token =
                    act.token().orElseThrow(() -> new AssertionError("'" + act.what() + "' acted without leading"));
            if (token.epoch() < epoch) {
                throw new AssertionError("'" + act.what() + "' acted in term " + token.epoch()
                        + " after somebody had acted in term " + epoch);
            }
            epoch = token.epoch();
        }
    }
}
