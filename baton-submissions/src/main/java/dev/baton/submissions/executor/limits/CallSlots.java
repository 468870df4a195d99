package dev.baton.submissions.executor.limits;

import dev.baton.support.Signal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls that may be under way at once. Terms of several shards on one node share them: whoever was refused comes before
 * those that have some already, so that no shard with a long queue keeps the others from working. Thread-safe.
 */
public final class CallSlots {

    private final int most;
    private final Set<Signal> waiting = new LinkedHashSet<>();
    private int taken;

    public CallSlots(int most) {
        this.most = most;
    }

    /**
     * Takes some, so many at most, and leaves one for each that waits.
     *
     * @param who is signalled when there may be some again, if there are none now
     */
    public synchronized int take(Signal who, int atMost) {
        boolean waited = waiting.remove(who);
        int free = most - taken;
        int granted = Math.min(atMost, Math.max(free - waiting.size(), waited ? Math.min(1, free) : 0));
        if (granted <= 0) {
            waiting.add(who);
            return 0;
        }
        taken += granted;
        return granted;
    }

    /** Returns some, or none, and wakes those for whom there are some now. */
    public void giveBack(int some) {
        List<Signal> next = new ArrayList<>();
        synchronized (this) {
            taken -= some;
            for (Signal one : waiting) {
                if (next.size() < most - taken) {
                    next.add(one);
                }
            }
        }
        next.forEach(Signal::giveSignal);
    }

    /** Takes a waiting caller out of the queue, because it has nothing left to call; the next one is woken in its place. */
    public void forget(Signal who) {
        synchronized (this) {
            if (!waiting.remove(who)) {
                return;
            }
        }
        giveBack(0);
    }
}
