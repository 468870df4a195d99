package dev.baton.shards;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * How much this process has done for each shard lately: readings of the terms' counters, some rounds apart. The work itself only
 * counts. Thread-safe.
 */
final class WorkLog {

    /** Between two readings, and between the first and the last of them; in rounds. */
    private static final int ROUNDS_BETWEEN = 5;

    private static final int ROUNDS_KEPT = 60;

    private final long between;
    private final long kept;
    private final Map<TermWorkCounter, Integer> running = new HashMap<>();
    private final Map<Integer, Long> ended = new HashMap<>();
    private final Deque<Reading> readings = new ArrayDeque<>();
    private long layout;
    private boolean countsAny;

    private record Reading(long at, Map<Integer, Long> done) {}

    /** @param round how often the process looks at its group */
    WorkLog(Duration round) {
        this.between = round.multipliedBy(ROUNDS_BETWEEN).toNanos();
        this.kept = round.multipliedBy(ROUNDS_KEPT).toNanos();
    }

    /** A shard is worked on from here on. */
    synchronized void began(Layout of, int shard, TermWorkCounter work) {
        if (of.number() > layout) {
            layout = of.number();
            running.clear();
            ended.clear();
            readings.clear();
        }
        if (of.number() == layout) {
            running.put(work, shard);
        }
    }

    synchronized void ended(TermWorkCounter work) {
        Integer shard = running.remove(work);
        if (shard != null) { // of this layout
            ended.merge(shard, work.done(), Long::sum);
        }
    }

    /**
     * Takes a reading, if it is time for one.
     *
     * @return what was done between the oldest reading and this; empty if there is nothing new to tell, or if nothing here was ever
     *     counted: that is no work, or work that cannot be seen from here
     */
    synchronized Optional<WorkReport> report(long now) {
        if (layout == 0 || (!readings.isEmpty() && now - readings.getLast().at() < between)) {
            return Optional.empty();
        }
        Map<Integer, Long> done = new HashMap<>(ended);
        running.forEach((work, shard) -> done.merge(shard, work.done(), Long::sum));
        readings.addLast(new Reading(now, done));
        while (now - readings.getFirst().at() > kept && readings.size() > 2) {
            readings.removeFirst();
        }
        countsAny |= done.values().stream().anyMatch(pieces -> pieces > 0);
        Reading oldest = readings.getFirst();
        return countsAny && now > oldest.at() ? Optional.of(between(oldest, done, now)) : Optional.empty();
    }

    private WorkReport between(Reading oldest, Map<Integer, Long> done, long now) {
        Map<Integer, Long> pieces = new TreeMap<>();
        done.forEach((shard, all) -> {
            long lately = all - oldest.done().getOrDefault(shard, 0L);
            if (lately > 0) { // who begins to count by itself has fewer than it had
                pieces.put(shard, lately);
            }
        });
        return new WorkReport(layout, TimeUnit.NANOSECONDS.toMillis(now - oldest.at()), pieces);
    }
}
