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

    private static final long EVERYTHING = Long.MAX_VALUE;

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
        if (entry.dueAt() > horizon) {
            return;
        }
        nearest.add(entry);
        byId.put(entry.intentId(), entry);
        if (nearest.size() > capacity) {
            WaitingIntent farthest = nearest.last();
            remove(farthest.intentId());
            horizon = nearest.last().dueAt();
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
     * @param now from where a window counts that holds nothing although there is more
     */
    public void reload(List<WaitingIntent> head, boolean complete, long now) {
        nearest.clear();
        byId.clear();
        horizon = EVERYTHING;
        head.forEach(this::offer);
        if (!complete) {
            horizon = nearest.isEmpty() ? now : nearest.last().dueAt();
        }
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
