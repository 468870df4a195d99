package dev.baton.shards;

import dev.baton.SetupRefusedException;
import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Duty;
import dev.baton.sql.Baton;
import dev.baton.support.Stopwatch;
import dev.baton.support.Threads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shards that this node stands for: what the plan asks of it, and no more. */
final class ShardSeats implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ShardSeats.class);

    /** A campaign bounds its own closing; this is only for a defect. */
    private static final long LONGEST_CLOSING_MINUTES = 5;

    private final Baton baton;
    private final ShardStore store;
    private final ShardSettings settings;
    private final WorkLog log;
    private final Map<Integer, ShardSeat> seats = new ConcurrentHashMap<>();

    /**
     * The shard with which the next round begins. A round starts where the last ran out of time, so a shard that fails every time does not
     * starve those after it. Used by the group's thread only.
     */
    private int startAt;

    private final ExecutorService leaving;

    ShardSeats(Baton baton, ShardStore store, ShardSettings settings, WorkLog log) {
        this(baton, store, settings, log, Executors.newCachedThreadPool(Threads.daemons("baton-shards-leaving")));
    }

    ShardSeats(Baton baton, ShardStore store, ShardSettings settings, WorkLog log, ExecutorService leaving) {
        this.leaving = leaving;
        this.baton = baton;
        this.store = store;
        this.settings = settings;
        this.log = log;
    }

    void beforeLook() {
        seats.values().forEach(ShardSeat::beforeLook);
    }

    /**
     * Does what the plan asks. To stand for a shard, and to hand one over, asks the database, so it is done for as many as a round has
     * time for: a node that did it for a thousand of them without a report would count as gone meanwhile.
     *
     * @param knewPlan whether the last round did all of the same plan
     * @return whether that is all; if not, the rest is for the next round
     */
    boolean act(GroupView view, boolean knewPlan) {
        Round round = new Round(Stopwatch.system().elapsed());
        seats.values().forEach(seat -> seat.afterLook(view));
        for (Map.Entry<Integer, ShardSeat> entry : seats.entrySet()) {
            if (!view.state().hasActive(entry.getValue().layout())) {
                leave(entry.getKey(), entry.getValue());
            }
        }
        int shards = view.state().closing() ? 0 : view.plan().size();
        int first = startAt;
        boolean all = true;
        for (int i = 0; i < shards; i++) {
            int shard = (first + i) % shards;
            boolean done = act(view, shard, knewPlan, round);
            if (all && !done) {
                startAt = shard;
            }
            all &= done;
        }
        return all;
    }

    /** @return whether nothing is left for the next round, which only standing and handing over are */
    private boolean act(GroupView view, int shard, boolean knewPlan, Round round) {
        ShardSeat seat = seats.get(shard);
        if (seat != null && seat.isLeaving()) {
            return true;
        }
        Assignment assignment = view.plan().get(shard);
        switch (Duty.of(assignment, baton.nodeId(), seat != null && seat.leads(), seat != null || knewPlan)) {
            case STAND -> {
                if (seat == null && !round.hasTime()) {
                    return false;
                } else if (seat == null) {
                    round.asked = true;
                    stand(view.state().layout(), shard);
                } else {
                    seat.standIfFree();
                }
            }
            case HAND_OVER -> {
                if (!round.hasTime()) {
                    return false;
                }
                round.asked |= seat.handOver(view, assignment.owner().orElseThrow());
            }
            case STAY_AWAY -> {
                if (seat != null) {
                    leave(shard, seat);
                }
            }
            case COME_LATER -> {}
        }
        return true;
    }

    /** What was done since one look: the database is asked about one shard, at least. */
    private final class Round {

        private final long began;
        private boolean asked;

        private Round(long began) {
            this.began = began;
        }

        private boolean hasTime() {
            return !asked
                    || Stopwatch.system().elapsed() - began < settings.every().toNanos();
        }
    }

    /** Whoever closes sees what was begun before, and nothing is begun after. */
    private synchronized void stand(Layout layout, int shard) {
        if (leaving.isShutdown()) {
            return;
        }
        ShardSeat seat = new ShardSeat(baton, store, settings, log, layout, shard);
        try {
            seat.open();
        } catch (IllegalArgumentException | SetupRefusedException e) { // must not keep this node from all other shards
            LOG.warn("shard {} of {} is left to other nodes ({})", shard, settings.group(), e.getMessage());
            return;
        }
        seats.put(shard, seat);
    }

    private synchronized void leave(int shard, ShardSeat seat) {
        if (!seat.isLeaving() && !leaving.isShutdown()) {
            seat.announceLeaving();
            try {
                leaving.execute(() -> leaveNow(shard, seat));
            } catch (Error e) { // no thread can be had: asked again in the next round
                seat.announceStaying();
                throw e;
            }
        }
    }

    private void leaveNow(int shard, ShardSeat seat) {
        try {
            seat.close();
        } finally {
            seats.remove(shard, seat);
        }
    }

    /** Leaves what is led; what is only stood for harms nobody. */
    void leaveLed() {
        seats.forEach((shard, seat) -> {
            if (seat.leads()) {
                leave(shard, seat);
            }
        });
    }

    List<ShardTerm> terms() {
        return seats.values().stream()
                .flatMap(seat -> seat.term().stream())
                .filter(term -> !term.isOver())
                .toList();
    }

    Optional<ShardTerm> term(Layout layout, int shard) {
        return Optional.ofNullable(seats.get(shard))
                .flatMap(ShardSeat::term)
                .filter(term -> !term.isOver() && term.layout().equals(layout));
    }

    boolean leadsNothing() {
        return seats.values().stream().noneMatch(ShardSeat::leads);
    }

    /** Leaves all, at the same time, and waits. */
    @Override
    public void close() {
        synchronized (this) {
            seats.forEach(this::leave);
            leaving.shutdown();
        }
        try {
            if (!leaving.awaitTermination(LONGEST_CLOSING_MINUTES, TimeUnit.MINUTES)) {
                leaving.shutdownNow();
            }
        } catch (InterruptedException e) {
            leaving.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
