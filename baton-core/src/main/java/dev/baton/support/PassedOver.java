package dev.baton.support;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What cannot be done just now, and is passed over for a while, so that all that is behind it has its turn. Used by one thread.
 */
public final class PassedOver<T> {

    /** Whoever asks a database for others names them all. */
    private static final int MOST = 10_000;

    private final Stopwatch time;
    private final long nanos;
    private final Map<T, Long> until = new HashMap<>();

    public PassedOver(Stopwatch time, Duration length) {
        this.time = time;
        this.nanos = length.toNanos();
    }

    /** False if there are too many already. */
    public boolean add(T one) {
        if (until.size() >= MOST && all().size() >= MOST) {
            return false;
        }
        until.put(one, time.elapsed() + nanos);
        return true;
    }

    /** Whether its time is not over. */
    public boolean contains(T one) {
        Long end = until.get(one);
        return end != null && end > time.elapsed();
    }

    /** Those whose time is not over. */
    public Set<T> all() {
        until.values().removeIf(end -> end <= time.elapsed());
        return Set.copyOf(until.keySet());
    }
}
