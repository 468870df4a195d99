package dev.baton.jobs;

import dev.baton.jobs.check.InputChecks;
import dev.baton.jobs.cron.CronExpression;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;

/** When a recurring job runs. */
public sealed interface Schedule {

    /** Every so often, counted from the <em>start</em> of a run, so that it does not drift with their length. */
    static Interval every(Duration interval) {
        return new Interval(interval);
    }

    /** A pause between the end of one run and the start of the next. */
    static FixedDelay after(Duration delay) {
        return new FixedDelay(delay);
    }

    /** By the calendar of a time zone; of missed ticks the last one is made up for. */
    static Cron cron(String expression, String zone) {
        return new Cron(CronExpression.parse(expression), CronExpression.zone(zone), 1);
    }

    /** Counted from the start of a run. */
    record Interval(Duration interval) implements Schedule {
        public Interval {
            InputChecks.pause("interval", interval);
        }
    }

    /** Counted from the end of a run. */
    record FixedDelay(Duration delay) implements Schedule {
        public FixedDelay {
            InputChecks.pause("delay", delay);
        }
    }

    /**
     * Ticks of a calendar, each triggered exactly once across the cluster.
     *
     * @param catchUp how many missed ticks, the latest ones, are made up for; with 0 a tick that is more than a minute
     *     late is skipped
     */
    record Cron(CronExpression expression, ZoneId zone, int catchUp) implements Schedule {

        private static final int LONGEST_CRON = 200;

        public Cron {
            Objects.requireNonNull(expression, "expression");
            Objects.requireNonNull(zone, "zone");
            if (expression.toString().length() > LONGEST_CRON) {
                throw new IllegalArgumentException("a cron expression has at most " + LONGEST_CRON
                        + " characters, this one has " + expression.toString().length() + ": use ranges and steps");
            }
            if (catchUp < 0 || catchUp > 10_000) {
                throw new IllegalArgumentException("catch_up must be between 0 (skip) and 10000 ticks, got " + catchUp);
            }
        }

        /** The same ticks, with another rule for missed ones. */
        public Cron catchingUp(int ticks) {
            return new Cron(expression, zone, ticks);
        }

        /** The same ticks, missed ones skipped. */
        public Cron skippingMissed() {
            return catchingUp(0);
        }
    }
}
