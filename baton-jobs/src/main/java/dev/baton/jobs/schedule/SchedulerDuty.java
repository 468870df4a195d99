package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.event.Listeners;
import dev.baton.jobs.event.NewWork;
import dev.baton.jobs.event.Reclaiming;
import dev.baton.jobs.store.Base;
import dev.baton.jobs.store.Store;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Triggers crons, frees jobs that were left behind, ages dead letters, prunes what is finished. */
final class SchedulerDuty implements LeaderWork {

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration LONGEST_RECLAIM = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofMillis(5);
    private static final long CLEANING = Duration.ofMinutes(1).toNanos();
    private static final Duration FIGURES_KEPT = Duration.ofDays(1);
    private static final Duration WORKERS_KEPT = Duration.ofHours(1);

    private final Base base;
    private final JobSettings settings;
    private final Listeners listeners;
    private final NewWork newWork;

    SchedulerDuty(Base base, JobSettings settings, Listeners listeners, NewWork newWork) {
        this.base = base;
        this.settings = settings;
        this.listeners = listeners;
        this.newWork = newWork;
    }

    @Override
    public void lead(Term term) throws InterruptedException, SQLException {
        CronTicker ticker = new CronTicker(base, listeners);
        long cleanedAt = base.time().elapsed() - CLEANING;
        long pause = reclaimEvery(settings.lockTimeout()).toNanos();
        long reclaimedAt = base.time().elapsed() - pause;
        Duration wait = Duration.ZERO;
        while (!term.awaitOver(wait)) {
            LeaderToken token = term.gate().requireLeader();
            long lookedAt = base.time().elapsed();
            Duration next = ticker.untilNext();
            if (next.compareTo(Duration.ZERO) <= 0) {
                if (ticker.tick(token) > 0) {
                    newWork.announceWork();
                }
                lookedAt = base.time().elapsed();
                next = ticker.untilNext();
            }
            if (base.time().elapsed() - reclaimedAt >= pause) {
                reclaim(token);
                reclaimedAt = base.time().elapsed();
            }
            if (base.time().elapsed() - cleanedAt >= CLEANING) {
                clean(token);
                cleanedAt = base.time().elapsed();
            }
            wait = clamp(next.minusNanos(base.time().elapsed() - lookedAt));
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

    private static Duration clamp(Duration wait) {
        if (wait.compareTo(SOON) < 0) {
            return SOON;
        }
        return wait.compareTo(LOOK) > 0 ? LOOK : wait;
    }

    private void reclaim(LeaderToken token) throws SQLException {
        List<Store.Reclaimed> freed = base.baton()
                .<List<Store.Reclaimed>, SQLException>fencedResult(
                        token, FenceDemand.UNEXPIRED, c -> base.store().reclaim(c, RetryPolicy.DEFAULT.maxAttempts()));
        Reclaiming.tell(freed, listeners);
        if (!freed.isEmpty()) {
            newWork.announceWork();
        }
    }

    private void clean(LeaderToken token) throws SQLException {
        prune(token, "prune-ended", settings.retention());
        prune(token, "age-dead", settings.deadRetention());
        prune(token, "prune-figures", FIGURES_KEPT);
        prune(token, "prune-workers", WORKERS_KEPT);
    }

    private void prune(LeaderToken token, String statement, Duration age) throws SQLException {
        base.baton()
                .<SQLException>fenced(
                        token,
                        c -> base.sql()
                                .get(statement)
                                .set("age_ms", age.toMillis())
                                .update(c));
    }
}
