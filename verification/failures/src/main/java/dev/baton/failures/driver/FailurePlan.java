package dev.baton.failures.driver;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Counts the calls of a run from its beginning on, and says which of them is to fail. Thread-safe. */
public final class FailurePlan {

    private static final int NONE = -1;
    private static final int LONGEST_SECONDS = 60;

    /** Calls that are failing right now, and whoever waits for their end. */
    private final Phaser failing = new Phaser(1);

    private final Map<String, Integer> counts = new HashMap<>();
    private final Set<Call> made = new LinkedHashSet<>();
    private final Set<String> endlessWaits = new LinkedHashSet<>();
    private final Set<String> unrestored = new LinkedHashSet<>();
    private Runnable meanwhile = () -> {};
    private Call victim;
    private Failure failure;
    private int others = NONE;
    private boolean counting;
    private boolean struck;

    /** What others do while somebody waits for an answer that is lost. */
    public synchronized void meanwhile(Runnable others) {
        meanwhile = others;
    }

    synchronized Runnable meanwhile() {
        return meanwhile;
    }

    /** From now on calls count. */
    public synchronized void begin() {
        counting = true;
    }

    /** From now on calls count, and this one fails like this, once. */
    public synchronized void begin(Call fatal, Failure how) {
        victim = fatal;
        failure = how;
        counting = true;
    }

    /** Of the calls that can fail like this, the next but so many does, once. */
    public synchronized void strikeAfter(int passed, Failure how) {
        others = passed;
        failure = how;
        counting = true;
    }

    /**
     * Nothing fails any more. A call that is failing right now does so first: whoever looks next sees whether somebody has
     * died of it.
     */
    public void heal() throws InterruptedException {
        stop();
        try {
            failing.awaitAdvanceInterruptibly(failing.arrive(), LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("a call has been failing for " + LONGEST_SECONDS + " s", e);
        }
    }

    private synchronized void stop() {
        counting = false;
        victim = null;
        others = NONE;
    }

    /** How the next call of this name is to fail, if it is; {@link #over} says that it has. */
    synchronized Optional<Failure> next(Call.Kind kind, String what) {
        if (!counting) {
            return Optional.empty();
        }
        Call call = new Call(kind, what, counts.merge(what, 1, Integer::sum));
        made.add(call);
        boolean drawn = others > NONE && kind.failures().contains(failure) && others-- == 0;
        if (!drawn && !call.equals(victim)) {
            return Optional.empty();
        }
        victim = null;
        struck = true;
        failing.register();
        return Optional.of(failure);
    }

    /** The call that was to fail has failed, and whoever was to die of it is dead. */
    void over() {
        failing.arriveAndDeregister();
    }

    /** A call would never come back if it were not answered. */
    synchronized void endless(String what) {
        endlessWaits.add("waits for ever if " + what + " is not answered: the connection has no time-out");
    }

    /** A connection was given back in another state than it was lent in. */
    synchronized void unrestored(String what) {
        unrestored.add("gave a connection back with " + what);
    }

    public synchronized Set<String> endlessWaits() {
        return Set.copyOf(endlessWaits);
    }

    public synchronized Set<String> unrestored() {
        return Set.copyOf(unrestored);
    }

    /** Whether the call that was to fail has come by. */
    public synchronized boolean hasStruck() {
        return struck;
    }

    /** How often this was called. */
    public synchronized int count(String what) {
        return counts.getOrDefault(what, 0);
    }

    /** All calls, in the order of their first coming. */
    public synchronized List<Call> calls() {
        return List.copyOf(made);
    }
}
