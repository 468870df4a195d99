package dev.baton.jobs.claim;

import dev.baton.jobs.JobStatus;
import java.time.Duration;

/** What becomes of a job's row when a run of it has ended. */
public sealed interface JobAfter {

    /** The row goes: the run's record is enough. */
    record Removed() implements JobAfter {}

    /**
     * The row stays.
     *
     * @param attempt how many attempts count from now on
     * @param nextTime what the next run's time counts from
     * @param delayMillis how long after that it is
     * @param pauseMillis how long nobody tries again, the next run's time notwithstanding
     */
    record Kept(JobStatus status, int attempt, NextTime nextTime, long delayMillis, long pauseMillis)
            implements JobAfter {

        private static Kept as(JobStatus status, int attempt) {
            return new Kept(status, attempt, NextTime.KEPT, 0, 0);
        }
    }

    /** What the next run's time counts from. */
    enum NextTime {
        KEPT("keep"),
        BY_INTERVAL("interval"),
        FROM_NOW("now");

        private final String label;

        NextTime(String label) {
            this.label = label;
        }

        /** The word in the statement. */
        public String label() {
            return label;
        }
    }

    /** A recurring job goes on by its interval, as its row has it when the run ends: it may have changed meanwhile. */
    static JobAfter nextInterval() {
        return new Kept(JobStatus.SCHEDULED, 0, NextTime.BY_INTERVAL, 0, 0);
    }

    /** Not to be run again, except by an operator. */
    static JobAfter over(JobStatus status, int attempt) {
        return Kept.as(status, attempt);
    }

    /** Due at once, for whoever claims it next. */
    static JobAfter dueAgain(int attempt) {
        return Kept.as(JobStatus.SCHEDULED, attempt);
    }

    /** Due as before, but not tried again before a pause is over. */
    static JobAfter dueAfterPause(int attempt, long pauseMillis) {
        return new Kept(JobStatus.SCHEDULED, attempt, NextTime.KEPT, 0, pauseMillis);
    }

    /** Due so long from now. */
    static JobAfter dueIn(Duration delay, int attempt) {
        return new Kept(JobStatus.SCHEDULED, attempt, NextTime.FROM_NOW, delay.toMillis(), 0);
    }
}
