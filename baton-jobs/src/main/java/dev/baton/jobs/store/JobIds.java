package dev.baton.jobs.store;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ids of jobs, made here, so that an INSERT whose answer was lost can be sent again. Version 7: later ones are greater,
 * so they enter an index at its end. They order nothing that matters; the local clock is good enough for that.
 */
public final class JobIds {

    private static final AtomicLong LAST = new AtomicLong();

    private JobIds() {}

    public static UUID nextId() {
        long wall = System.currentTimeMillis() << 12;
        long stamp = LAST.updateAndGet(last -> Math.max(last + 1, wall));
        long high = (stamp >>> 12) << 16 | 0x7000L | (stamp & 0xFFF);
        long low = (ThreadLocalRandom.current().nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low);
    }

    /** The id of a recurring job: one row per name, whatever database, whoever comes first. */
    public static UUID recurringId(String job) {
        return UUID.nameUUIDFromBytes(("baton:recurring:" + job).getBytes(StandardCharsets.UTF_8));
    }
}
