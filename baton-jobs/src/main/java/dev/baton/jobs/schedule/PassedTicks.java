package dev.baton.jobs.schedule;

import dev.baton.jobs.cron.CronExpression;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The ticks of a cron that have passed since its last one. However long ago that was and however they are spaced, the
 * latest are found by a bounded look.
 *
 * @param latest as many as were wanted or have passed, oldest first
 * @param passed at least so many have passed, the latest included
 * @param next the first one that is still to come, after the last one whatever the clock says
 */
record PassedTicks(Deque<Instant> latest, int passed, Instant next) {

    /** So many ticks are looked at in one walk, a day of seconds. */
    static final int LOOKED_AT = 100_000;

    private static final Duration NEVER = Duration.ofDays(3650);

    /** The ticks of an expression between two times. */
    private record Walk(CronExpression expression, ZoneId zone, Instant now) {

        Instant after(Instant time) {
            return expression.next(time, zone).orElse(now.plus(NEVER));
        }

        /** Those after the first time and not after the second, but no more than can be looked at and one. */
        Deque<Instant> between(Instant since, Instant until) {
            Deque<Instant> found = new ArrayDeque<>();
            Instant tick = after(since);
            while (!tick.isAfter(until) && found.size() <= LOOKED_AT) {
                found.addLast(tick);
                tick = after(tick);
            }
            return found;
        }

        /**
         * Back from now in spans that double until enough ticks are found; where a span has too many, its later half,
         * and so on. A span of so many seconds as are looked at never has too many.
         */
        Deque<Instant> latest(Instant since, int wanted) {
            Deque<Instant> latest = new ArrayDeque<>();
            Instant until = now;
            Duration span = Duration.ofSeconds(LOOKED_AT);
            boolean doubling = true;
            while (latest.size() < wanted && until.isAfter(since)) {
                Instant from = until.minus(span).isAfter(since) ? until.minus(span) : since;
                Deque<Instant> found = between(from, until);
                if (found.size() > LOOKED_AT) {
                    doubling = false; // there are enough in this span: no need to look further back
                    span = span.dividedBy(2);
                } else {
                    found.descendingIterator().forEachRemaining(latest::addFirst);
                    until = from;
                    span = doubling ? span.multipliedBy(2) : span;
                }
            }
            return latest;
        }
    }

    static PassedTicks since(Instant last, Instant now, CronExpression expression, ZoneId zone, int wanted) {
        Walk walk = new Walk(expression, zone, now);
        Deque<Instant> all = walk.between(last, now);
        int passed = all.size();
        Deque<Instant> latest = passed > LOOKED_AT ? walk.latest(last, wanted) : all;
        while (latest.size() > wanted) {
            latest.removeFirst();
        }
        return new PassedTicks(latest, passed, walk.after(last.isAfter(now) ? last : now));
    }
}
