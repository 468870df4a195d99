package dev.baton.chaos.node;

import dev.baton.Campaign;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipListener;
import dev.baton.NotLeaderException;
import dev.baton.chaos.history.Journal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at the gates of the application all the time, and at once when it hears that one has opened, and journals when it
 * saw which of them open. The time of the first
 * sight is taken after the look, that of the last one before it: what is journaled as open was open.
 */
final class GateJournal implements LeadershipListener, AutoCloseable {

    private static final long LOOK_NANOS = 5_000_000;
    private static final long TELL_NANOS = 50_000_000;

    /** What was last seen of a gate. */
    private static final class Sight {
        private long epoch;
        private long lastSeen;
        private long lastTold;
    }

    private final List<Campaign> campaigns = new CopyOnWriteArrayList<>();
    private final Journal journal;
    private final Map<String, Sight> sights = new HashMap<>();
    private final Thread thread;
    private volatile boolean closed;

    GateJournal(Journal journal) {
        this.journal = journal;
        this.thread = new Thread(this::run, "gate-journal");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void campaignStarted(Campaign campaign) {
        campaigns.add(campaign);
    }

    @Override
    public void gateOpened(LeadershipEvent event) {
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            campaigns.forEach(this::look);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void look(Campaign campaign) {
        Sight sight = sights.computeIfAbsent(campaign.role(), role -> new Sight());
        long before = System.nanoTime();
        long epoch = epoch(campaign);
        long after = System.nanoTime();
        if (epoch != sight.epoch && sight.epoch != 0) {
            tell(campaign, sight);
        }
        if (epoch == 0) {
            sight.epoch = 0;
            return;
        }
        sight.lastSeen = before;
        if (epoch != sight.epoch) {
            sight.epoch = epoch;
            sight.lastTold = after;
            journal.write("G", campaign.role(), epoch, after, before);
        } else if (before - sight.lastTold > TELL_NANOS) {
            tell(campaign, sight);
        }
    }

    private void tell(Campaign campaign, Sight sight) {
        sight.lastTold = sight.lastSeen;
        journal.write("G", campaign.role(), sight.epoch, sight.lastSeen, sight.lastSeen);
    }

    private static long epoch(Campaign campaign) {
        try {
            return campaign.gate().isLeader() ? campaign.gate().requireLeader().epoch() : 0;
        } catch (NotLeaderException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
