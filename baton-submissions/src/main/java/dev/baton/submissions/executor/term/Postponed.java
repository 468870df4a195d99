package dev.baton.submissions.executor.term;

import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of attempts, or of tellings, and could not be written, by the ids of their intents: somebody holds the row, or the database
 * refuses it. Each is tried again soon and then less and less often. Used by one thread; any may ask how many are held.
 */
public final class Postponed<T> {

    /** They are kept in memory. */
    private static final int MOST = 10_000;

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST_HELD = Duration.ofSeconds(1);
    private static final Duration LONGEST_REFUSED = Duration.ofMinutes(1);

    private final Stopwatch time;
    private final Map<String, Entry<T>> waiting = new HashMap<>();
    private volatile int held;

    /** @param until when it is tried again */
    private record Entry<T>(T what, boolean held, Duration pause, long until) {}

    public Postponed(Stopwatch time) {
        this.time = time;
    }

    /**
     * Also what has been {@linkplain #due} and must wait once more.
     *
     * @param isHeld whether somebody holds the row; if not, the database refuses it
     * @return false if there are too many already: it is left as it is
     */
    public boolean add(String intentId, T what, boolean isHeld) {
        Entry<T> before = waiting.get(intentId);
        if (before == null && waiting.size() >= MOST) {
            return false;
        }
        Duration longest = isHeld ? LONGEST_HELD : LONGEST_REFUSED;
        Duration pause = before == null ? FIRST : before.pause().multipliedBy(2);
        Duration kept = pause.compareTo(longest) < 0 ? pause : longest;
        waiting.put(intentId, new Entry<>(what, isHeld, kept, time.elapsed() + kept.toNanos()));
        count();
        return true;
    }

    /** Written, or of no use any more. */
    public void remove(String intentId) {
        if (waiting.remove(intentId) != null) {
            count();
        }
    }

    private void count() {
        held = (int) waiting.values().stream().filter(Entry::held).count();
    }

    public boolean contains(String intentId) {
        return waiting.containsKey(intentId);
    }

    public int size() {
        return waiting.size();
    }

    /** Those to be tried now, at most so many. */
    public List<T> due(int most) {
        long now = time.elapsed();
        return waiting.values().stream()
                .filter(entry -> entry.until() <= now)
                .limit(most)
                .map(Entry::what)
                .toList();
    }

    /** Nanoseconds until one is due. */
    public long untilNext() {
        long now = time.elapsed();
        return waiting.values().stream()
                .mapToLong(entry -> Math.max(0, entry.until() - now))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** How many wait for somebody who holds their row, and goes on some day. */
    public int held() {
        return held;
    }
}
