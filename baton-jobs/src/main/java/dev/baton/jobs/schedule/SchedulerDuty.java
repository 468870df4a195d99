package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.ReclaimReport;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.StaleClaimReclaim;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Triggers crons, frees jobs that were left behind, ages dead letters, prunes what is finished. */
final class SchedulerDuty implements LeaderWork {

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration LONGEST_RECLAIM = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofMillis(5);
    private static final Duration UNHURRIED = Duration.ofMillis(200);
    private static final long CLEANING = Duration.ofMinutes(1).toNanos();

    private final JobDatabase database;
    private final JobSettings settings;
    private final JobListeners listeners;
    private final WorkAnnouncer newWork;

    SchedulerDuty(JobDatabase database, JobSettings settings, JobListeners listeners, WorkAnnouncer newWork) {
        this.database = database;
        this.settings = settings;
        this.listeners = listeners;
        this.newWork = newWork;
    }

    @Override
    public void lead(Term term) throws InterruptedException, SQLException {
        CronTicker ticker = new CronTicker(database, listeners);
        StaleClaimReclaim staleClaims = new StaleClaimReclaim();
        Pruning pruning = new Pruning(database, settings);
        long cleanedAt = database.stopwatch().elapsed() - CLEANING;
        long pause = reclaimEvery(settings.lockTimeout()).toNanos();
        long reclaimedAt = database.stopwatch().elapsed() - pause;
        Duration wait = Duration.ZERO;
        newWork.announceWork(); // whoever led before may have got no answer to what it stored
        while (!term.awaitOver(wait)) {
            LeaderToken token = term.gate().requireLeader();
            long lookedAt = database.stopwatch().elapsed();
            Duration next = ticker.untilNext();
            if (next.compareTo(Duration.ZERO) <= 0) {
                tick(token, ticker);
                lookedAt = database.stopwatch().elapsed();
                next = ticker.untilNext();
            }
            if (database.stopwatch().elapsed() - reclaimedAt >= pause) {
                reclaim(token, staleClaims);
                reclaimedAt = database.stopwatch().elapsed();
            }
            boolean more = false;
            if (database.stopwatch().elapsed() - cleanedAt >= CLEANING) {
                more = pruning.goOn(token);
                cleanedAt = more ? cleanedAt : database.stopwatch().elapsed();
            }
            Duration shortest = ticker.passesOver() ? UNHURRIED : SOON;
            wait = more ? SOON : clamp(next.minusNanos(database.stopwatch().elapsed() - lookedAt), shortest);
        }
    }

    /** A job waits little longer than its lock's time-out, in proportion. */
    private static Duration reclaimEvery(Duration lockTimeout) {
        Duration share = lockTimeout.dividedBy(24);
        if (share.compareTo(LOOK) < 0) {
            return LOOK;
        }
        return share.compareTo(LONGEST_RECLAIM) > 0 ? LONGEST_RECLAIM : share;
    }

    private static Duration clamp(Duration wait, Duration shortest) {
        if (wait.compareTo(shortest) < 0) {
            return shortest;
        }
        return wait.compareTo(LOOK) > 0 ? LOOK : wait;
    }

    /** After an error too: some may have been triggered before it, or without an answer. */
    private void tick(LeaderToken token, CronTicker ticker) throws SQLException {
        boolean nothing = false;
        try {
            nothing = ticker.tick(token) == 0;
        } finally {
            announceUnless(nothing);
        }
    }

    private void announceUnless(boolean nothing) {
        if (!nothing) {
            newWork.announceWork();
        }
    }

    private void reclaim(LeaderToken token, StaleClaimReclaim staleClaims) throws SQLException {
        boolean nothing = false;
        try {
            nothing = freed(token, staleClaims).isEmpty();
        } finally {
            announceUnless(nothing);
        }
    }

    private List<JobStore.Reclaimed> freed(LeaderToken token, StaleClaimReclaim staleClaims) throws SQLException {
        List<JobStore.Reclaimed> freed = staleClaims.reclaimNext(
                database.dialect(),
                from -> database.runWork(c -> database.store().findStaleClaims(c, from)),
                batch -> database.baton()
                        .<List<JobStore.Reclaimed>, SQLException>fencedResult(
                                token,
                                FenceDemand.UNEXPIRED,
                                c -> database.store().reclaimJobs(c, batch)));
        ReclaimReport.reportReclaimed(freed, listeners);
        return freed;
    }
}
