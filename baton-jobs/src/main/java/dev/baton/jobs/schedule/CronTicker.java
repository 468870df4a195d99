package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.jobs.cron.CronExpression;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.JobRows;
import dev.baton.jobs.store.PortableStore;
import dev.baton.support.PassedOver;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns due ticks into jobs, each exactly once: the row of a cron remembers its last tick, and moves on to a later one
 * only, in the same fenced transaction that stores the tick's job. Whatever clocks do, a tick at or before the last one
 * is never triggered again.
 */
final class CronTicker {

    private static final Logger LOG = LoggerFactory.getLogger(CronTicker.class);
    private static final int AT_ONCE = 100;
    private static final Duration GRACE = Duration.ofMinutes(1);
    private static final Duration NEVER = Duration.ofDays(3650);

    /** However many a row asks for: they become jobs in one transaction. */
    private static final int CAUGHT_UP = 10_000;

    private final JobDatabase database;
    private final JobListeners listeners;
    private final PassedOver<String> unwritable;

    CronTicker(JobDatabase database, JobListeners listeners) {
        this.database = database;
        this.listeners = listeners;
        this.unwritable = new PassedOver<>(database.stopwatch(), GRACE);
    }

    /** A cron with a tick that is due, and the time by the database's clock. */
    private record Due(String id, String job, String cron, String zone, int catchUp, Instant lastTick, Instant now) {}

    /**
     * What is to be done about it.
     *
     * @param ticks to be triggered, oldest first
     * @param missed at least so many were not triggered
     * @param newest the latest tick that has passed, triggered or not; null if none has
     */
    private record DueTicks(Deque<Instant> ticks, int missed, Instant newest, Instant next) {}

    /** Triggers what is due; how many ticks. */
    int tick(LeaderToken token) throws SQLException {
        Set<String> left = unwritable.all();
        List<Due> due = database.runWork(c -> database.sql()
                .get("cron-due")
                .set("at_most", AT_ONCE + left.size())
                .all(c, CronTicker::due));
        int triggered = 0;
        for (Due cron : due) {
            if (!left.contains(cron.id())) {
                triggered += triggerAlone(token, cron);
            }
        }
        return triggered;
    }

    /** Whether {@link #untilNext} may tell of a cron that is not triggered although it is due. */
    boolean passesOver() {
        return !unwritable.all().isEmpty();
    }

    /** Whatever is in the row of a cron, the others tick. */
    private int triggerAlone(LeaderToken token, Due cron) throws SQLException {
        try {
            return trigger(token, cron);
        } catch (SQLException e) {
            if (!database.dialect().isDataError(e)) {
                throw e;
            }
            return leaveAlone(token, cron, e);
        }
    }

    /** For a while: its row says so, or, where the database will not have its row changed either, this object. */
    private int leaveAlone(LeaderToken token, Due cron, Exception why) throws SQLException {
        LOG.error("cron job {} cannot be triggered: {}; reschedule or remove it", cron.job(), why.getMessage());
        try {
            store(
                    token,
                    cron,
                    new DueTicks(new ArrayDeque<>(), 0, null, cron.now().plus(GRACE)));
        } catch (SQLException e) {
            if (!database.dialect().isDataError(e) || !unwritable.add(cron.id())) {
                throw e;
            }
        }
        return 0;
    }

    /** By the database's clock. */
    Duration untilNext() throws SQLException {
        return database.runWork(c -> database.sql()
                .get("cron-next")
                .plain()
                .first(c, row -> JobRows.number(row, "due_in_ms"))
                .map(Duration::ofMillis)
                .orElse(NEVER));
    }

    private static Due due(ResultSet row) throws SQLException {
        Long lastTick = JobRows.number(row, "last_tick_us");
        Instant now = instant(row.getLong("now_us"));
        return new Due(
                row.getString("id"),
                row.getString("job_name"),
                row.getString("cron"),
                row.getString("zone"),
                JobRows.number(row, "catch_up") == null ? 1 : row.getInt("catch_up"),
                lastTick == null ? now : instant(lastTick),
                now);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private int trigger(LeaderToken token, Due cron) throws SQLException {
        DueTicks ticks;
        try {
            ticks = ticks(cron);
        } catch (RuntimeException e) {
            return leaveAlone(token, cron, e);
        }
        if (!storeUnlessThere(token, cron, ticks)) {
            return 0; // changed meanwhile: the next look will tell
        }
        for (Instant tick : ticks.ticks()) {
            listeners.notifyListeners(l -> l.cronTriggered(cron.job(), Duration.between(tick, cron.now())));
        }
        if (ticks.missed() > 0) {
            LOG.warn("cron job {} skipped {} missed tick(s)", cron.job(), ticks.missed());
            listeners.notifyListeners(l -> l.cronMissed(cron.job(), ticks.missed()));
        }
        return ticks.ticks().size();
    }

    private static DueTicks ticks(Due cron) {
        CronExpression expression = CronExpression.parse(cron.cron());
        ZoneId zone = cron.zone() == null ? ZoneId.of("UTC") : CronExpression.zone(cron.zone());
        int wanted = Math.max(1, Math.min(cron.catchUp(), CAUGHT_UP));
        PassedTicks passed = PassedTicks.since(cron.lastTick(), cron.now(), expression, zone, wanted);
        Deque<Instant> latest = passed.latest();
        Instant newest = latest.peekLast();
        if (cron.catchUp() <= 0 && newest != null && !newest.plus(GRACE).isAfter(cron.now())) {
            latest.clear();
        }
        return new DueTicks(latest, passed.passed() - latest.size(), newest, passed.next());
    }

    /**
     * False as well if an operator was faster by a moment and put the same tick. Another unique index may refuse the tick too: that one
     * is not there, unless it has been run meanwhile, and then it is not refused again.
     */
    private boolean storeUnlessThere(LeaderToken token, Due cron, DueTicks ticks) throws SQLException {
        try {
            return store(token, cron, ticks);
        } catch (DuplicateTickException e) {
            return !isThere(cron, e.tick) && store(token, cron, ticks);
        }
    }

    private boolean isThere(Due cron, Instant tick) throws SQLException {
        return database.runWork(c -> database.sql()
                .get("tick-there")
                .set("parent", cron.id())
                .set("tick", PortableStore.micros(tick))
                .first(c, row -> true)
                .orElse(false));
    }

    private boolean store(LeaderToken token, Due cron, DueTicks ticks) throws SQLException {
        return database.baton().<Boolean, SQLException>fencedResult(token, FenceDemand.UNEXPIRED, c -> {
            if (ticks.newest() == null) {
                return skip(c, cron, ticks) == 1;
            }
            if (advance(c, cron, ticks) == 0) {
                return false;
            }
            for (Instant tick : ticks.ticks()) {
                insert(c, cron, tick);
            }
            return true;
        });
    }

    /** A microsecond more than was seen: some databases keep finer times than they tell. */
    private int skip(Connection c, Due cron, DueTicks ticks) throws SQLException {
        return database.sql()
                .get("cron-skip")
                .set("id", cron.id())
                .set("beyond", PortableStore.micros(cron.lastTick()) + 1)
                .set("next", PortableStore.micros(ticks.next()))
                .update(c);
    }

    private int advance(Connection c, Due cron, DueTicks ticks) throws SQLException {
        return database.sql()
                .get("cron-advance")
                .set("id", cron.id())
                .set("tick", PortableStore.micros(ticks.newest()))
                .set("next", PortableStore.micros(ticks.next()))
                .update(c);
    }

    private void insert(Connection c, Due cron, Instant tick) throws SQLException {
        try {
            database.sql()
                    .get("tick-insert")
                    .set("id", JobIds.nextId().toString())
                    .set("parent", cron.id())
                    .set("now", 0)
                    .set("tick", PortableStore.micros(tick))
                    .update(c);
        } catch (SQLException e) {
            throw database.isDuplicateKey(e) ? new DuplicateTickException(tick, e) : e;
        }
    }

    /** Says which of several ticks it was. */
    private static final class DuplicateTickException extends SQLException {

        private static final long serialVersionUID = 1;

        private final Instant tick;

        DuplicateTickException(Instant tick, SQLException duplicate) {
            super(duplicate.getMessage(), duplicate.getSQLState(), duplicate.getErrorCode(), duplicate);
            this.tick = tick;
        }
    }
}
