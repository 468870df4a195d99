package dev.baton.jobs.worker;

import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import dev.baton.support.Stopwatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * Which lanes the threads of some queues claim from, and in each of them from which time on.
 *
 * <p>The head of a busy queue's index is full of entries of rows that are gone: looking from the beginning each time would
 * make every claim slower than the one before. So a claim begins where the last one ended, and every now and then, or when
 * it finds too little, at the beginning again: a job that was stored with an earlier time waits no longer than that.
 *
 * <p>Where there are thousands of lanes, one look takes some of them, and the next look those after: priorities count among
 * the lanes of a look.
 */
final class ClaimPositions {

    /** Nobody sleeps longer, and some times in rows are too far away to be counted in nanoseconds. */
    private static final Duration FARTHEST = Duration.ofDays(1);

    /** The order in which jobs are claimed. */
    static final Comparator<ClaimedJob> ORDER =
            Comparator.comparingInt(ClaimedJob::priority).reversed().thenComparing(ClaimedJob::nextRunTime);

    private static final long TRUSTED = Duration.ofMillis(500).toNanos();

    private final Predicate<String> queues;
    private final Stopwatch time;
    private List<QueueLane> lanes = List.of();
    private QueueLane more;
    private Long nextDueAt;
    private final Map<Place, Instant> reached = new HashMap<>();
    private JobStore.Reached reachedOfAll;
    private long readAt;

    /** A lane, without what changes. */
    private record Place(String queue, int priority) {}

    ClaimPositions(Predicate<String> queues, Stopwatch time) {
        this.queues = queues;
        this.time = time;
        this.readAt = time.elapsed() - 2 * TRUSTED;
    }

    boolean outdated() {
        return time.elapsed() - readAt > TRUSTED;
    }

    boolean isEmpty() {
        return lanes.isEmpty();
    }

    List<QueueLane> lanes() {
        return lanes;
    }

    /** Per lane, from which time on to look; null for the beginning. */
    List<Instant> startTimes() {
        List<Instant> times = new ArrayList<>();
        for (QueueLane lane : lanes) {
            times.add(reached.get(new Place(lane.queue(), lane.priority())));
        }
        return times;
    }

    /** Where the last claim ended among all lanes, which are claimed from in one order; null for the beginning. */
    JobStore.Reached reached() {
        return reachedOfAll;
    }

    /** Whether there are lanes after these, which have not been looked at in this round. */
    boolean moreLanes() {
        return more != null;
    }

    /**
     * Looks which lanes there are, the next ones where they are too many for one look; true if there is one that was not
     * known.
     */
    boolean readLanes(JobStore store, Connection connection) throws SQLException {
        if (more == null) {
            nextDueAt = null;
        }
        JobStore.Lanes read = store.readLanes(connection, more == null ? QueueLane.NONE : more);
        more = read.more();
        List<QueueLane> found = new ArrayList<>(read.lanes());
        found.removeIf(lane -> !queues.test(lane.queue()));
        found.forEach(this::rememberDue);
        Collections.shuffle(found, ThreadLocalRandom.current());
        found.sort(Comparator.comparingInt(QueueLane::priority).reversed());
        boolean news = found.stream().anyMatch(lane -> lanes.stream().noneMatch(lane::sameAs));
        lanes = List.copyOf(found);
        reached.clear();
        reachedOfAll = null;
        readAt = time.elapsed();
        return news;
    }

    /**
     * The next time looks from where this claim ended, if it got all it wanted.
     *
     * @param claimed in the order of claims
     */
    void rememberReached(List<ClaimedJob> claimed) {
        if (!claimed.isEmpty()) {
            ClaimedJob last = claimed.get(claimed.size() - 1);
            reachedOfAll = new JobStore.Reached(last.priority(), last.nextRunTime(), last.id());
        }
        for (ClaimedJob job : claimed) {
            reached.merge(new Place(job.queue(), job.priority()), job.nextRunTime(), ClaimPositions::later);
        }
    }

    private void rememberDue(QueueLane lane) {
        if (lane.dueInMillis() != null) {
            long dueIn = Math.min(lane.dueInMillis(), FARTHEST.toMillis());
            long dueAt = time.elapsed() + Duration.ofMillis(dueIn).toNanos();
            nextDueAt = nextDueAt == null ? dueAt : Math.min(nextDueAt, dueAt);
        }
    }

    /** Until the next job is due that is not yet; null if there is none. */
    Duration untilNextDue() {
        return nextDueAt == null ? null : Duration.ofNanos(Math.max(0, nextDueAt - time.elapsed()));
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
