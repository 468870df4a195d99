package dev.baton.sql;

import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which terms of leases without a campaign are recorded by this process: of each role the first, and then one in each
 * interval. Thread-safe.
 */
final class LeaseRecords {

    /** Of more roles than these some are recorded more often. */
    private static final int ROLES = 10_000;

    private final long interval;
    private final Stopwatch stopwatch;
    private final Map<String, Long> recorded = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > ROLES;
        }
    };

    /** @param interval zero to record every term */
    LeaseRecords(Duration interval, Stopwatch stopwatch) {
        this.interval = interval.toNanos();
        this.stopwatch = stopwatch;
    }

    /** Whether a term that begins now has to be recorded. */
    synchronized boolean isDue(String role) {
        Long last = recorded.get(role);
        return last == null || stopwatch.elapsed() - last >= interval;
    }

    /** A term was recorded. */
    synchronized void done(String role) {
        recorded.remove(role);
        recorded.put(role, stopwatch.elapsed());
    }
}
