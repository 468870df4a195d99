package dev.baton.submissions.executor.schedule;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The nearest intents of one gateway. It holds everything that is due before its horizon and nothing beyond it; the
 * horizon is infinite while everything fits. Used by one thread.
 */
public final class GatewayWindow {

    /** The horizon of a window that holds all there is. */
    static final long EVERYTHING = Long.MAX_VALUE;

    private final int capacity;
    private final TreeSet<WaitingIntent> nearest = new TreeSet<>(WaitingIntent.NEAREST);
    private final Map<String, WaitingIntent> byId = new HashMap<>();
    private long horizon = EVERYTHING;

    public GatewayWindow(int capacity) {
        this.capacity = capacity;
    }

    /** Takes an intent in, or moves it; what is already known is ignored. */
    public void offer(WaitingIntent entry) {
        WaitingIntent known = byId.get(entry.intentId());
        if (known != null && known.attemptCount() > entry.attemptCount()) {
            return;
        }
        remove(entry.intentId());
        if (entry.dueMicros() > horizon) {
            return;
        }
        nearest.add(entry);
        byId.put(entry.intentId(), entry);
        if (nearest.size() > capacity) {
            WaitingIntent farthest = nearest.last();
            remove(farthest.intentId());
            horizon = nearest.last().dueMicros();
        }
    }

    public void remove(String intentId) {
        WaitingIntent known = byId.remove(intentId);
        if (known != null) {
            nearest.remove(known);
        }
    }

    /**
     * Replaces everything by what the database has.
     *
     * @param until up to where that is all there is
     */
    public void reload(List<WaitingIntent> head, long until) {
        nearest.clear();
        byId.clear();
        horizon = until;
        head.forEach(this::offer);
    }

    /** Whether there is more in the database and little left here. */
    public boolean wantsMore() {
        return horizon != EVERYTHING && nearest.size() <= capacity / 4;
    }

    public boolean hasDue(long now) {
        return nextDue() <= now;
    }

    /** The nearest one, taken out; only if {@link #hasDue}. */
    public WaitingIntent take() {
        WaitingIntent entry = nearest.first();
        remove(entry.intentId());
        return entry;
    }

    public long nextDue() {
        return nearest.isEmpty() ? Long.MAX_VALUE : nearest.first().dueAt();
    }

    public int size() {
        return nearest.size();
    }

    public int capacity() {
        return capacity;
    }
}
