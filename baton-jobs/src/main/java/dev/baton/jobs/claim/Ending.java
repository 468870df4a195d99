package dev.baton.jobs.claim;

import dev.baton.jobs.JobStatus;
import dev.baton.jobs.PayloadException;
import dev.baton.jobs.RetryPolicy;
import java.sql.SQLException;
import java.time.Duration;

/**
 * How a run ended, and what becomes of its job.
 *
 * @param outcome the run's record; empty for none, because the run never began
 * @param status of the job from now on
 * @param delete whether the row goes, its run's record being enough
 * @param base what the next run's time counts from
 * @param pauseMillis how long nobody tries again, the next run's time notwithstanding
 * @param late what the run reported after its claim was lost; null if nothing
 */
public record Ending(
        Claim claim,
        String outcome,
        JobStatus status,
        boolean delete,
        int attempt,
        Base base,
        long delayMillis,
        long pauseMillis,
        String error,
        Throwable cause,
        Duration took,
        String late) {

    public static final String COMPLETED = "completed";
    public static final String FAILED = "failed";
    static final String CANCELLED = "cancelled";
    static final String ABANDONED = "abandoned";
    private static final int LONGEST_ERROR = 8_000;
    private static final long UNWRITABLE_PAUSE = 60_000;

    /** What the next run's time counts from. */
    public enum Base {
        KEEP("keep"),
        START("start"),
        NOW("now");

        private final String label;

        Base(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    private Ending(
            Claim claim,
            String outcome,
            JobStatus status,
            boolean delete,
            int attempt,
            Base base,
            long delayMillis,
            long pauseMillis,
            String error,
            Throwable cause,
            Duration took) {
        this(claim, outcome, status, delete, attempt, base, delayMillis, pauseMillis, error, cause, took, null);
    }

    /** Ends no run: the last thing that is written before a worker leaves. */
    public static Ending last() {
        return released(null, 0);
    }

    public static Ending completed(Claim claim, Duration took) {
        ClaimedJob job = claim.job();
        if (job.recurring()) {
            return next(claim, COMPLETED, null, null, took);
        }
        JobStatus done = JobStatus.COMPLETED;
        return new Ending(
                claim, COMPLETED, done, !job.keptWhenDone(), job.attempt(), Base.KEEP, 0, 0, null, null, took);
    }

    /** A recurring job goes on as scheduled. */
    private static Ending next(Claim claim, String outcome, String error, Throwable cause, Duration took) {
        Base base = claim.job().fixedDelay() ? Base.NOW : Base.START;
        long delay = claim.job().intervalMillis();
        return new Ending(claim, outcome, JobStatus.SCHEDULED, false, 0, base, delay, 0, error, cause, took);
    }

    /** A recurring job keeps its next run's time; a one-off job comes back later, or never. */
    public static Ending failed(
            Claim claim, Throwable cause, RetryPolicy retries, Duration pause, double dice, Duration took) {
        ClaimedJob job = claim.job();
        String error = describe(cause);
        if (job.recurring()) {
            return new Ending(
                    claim, FAILED, JobStatus.SCHEDULED, false, 0, Base.KEEP, 0, pause.toMillis(), error, cause, took);
        }
        boolean dead = cause instanceof PayloadException || job.attempt() >= retries.maxAttempts();
        long delay = retries.pauseAfter(job.attempt(), dice).toMillis();
        return dead
                ? new Ending(claim, FAILED, JobStatus.DEAD, false, job.attempt(), Base.KEEP, 0, 0, error, cause, took)
                : new Ending(
                        claim,
                        FAILED,
                        JobStatus.SCHEDULED,
                        false,
                        job.attempt(),
                        Base.NOW,
                        delay,
                        0,
                        error,
                        cause,
                        took);
    }

    public static Ending cancelled(Claim claim, String why, Duration took) {
        if (claim.job().recurring()) {
            return next(claim, CANCELLED, why, null, took);
        }
        int attempt = claim.job().attempt();
        return new Ending(claim, CANCELLED, JobStatus.CANCELLED, false, attempt, Base.KEEP, 0, 0, why, null, took);
    }

    /** Given up by its worker, through no fault of the job: it is due for the next one. */
    public static Ending abandoned(Claim claim, String why, boolean counted, Duration took) {
        int attempt = claim.job().recurring() ? 0 : claim.job().attempt() - (counted ? 0 : 1);
        return new Ending(claim, ABANDONED, JobStatus.SCHEDULED, false, attempt, Base.KEEP, 0, 0, why, null, took);
    }

    /** The same, but its handler reported this all the same: to be noted in the run's record, whoever wrote that. */
    public Ending andReported(String late) {
        return new Ending(
                claim, outcome, status, delete, attempt, base, delayMillis, pauseMillis, error, cause, took, late);
    }

    /** An ending that the database refused. */
    public static final class UnwritableException extends RuntimeException {

        private static final long serialVersionUID = 1;

        UnwritableException(String message, Throwable refusal) {
            super(message, refusal);
        }
    }

    /**
     * What is written instead when the database refuses this: nothing but our own words, and no time to count. A one-off
     * job whose outcome cannot be told is a dead letter, for a human to judge.
     */
    public Ending plainly(Throwable refusal) {
        String state = refusal instanceof SQLException e ? "SQLSTATE " + e.getSQLState() : "an unknown error";
        String told = "it " + outcome + ", but this could not be written: the database refused it with " + state;
        boolean judged = outcome.equals(COMPLETED) || outcome.equals(FAILED);
        boolean dead = judged && !claim.job().recurring();
        return new Ending(
                claim,
                judged ? FAILED : outcome,
                dead ? JobStatus.DEAD : status,
                false,
                attempt,
                Base.KEEP,
                0,
                judged && !dead ? UNWRITABLE_PAUSE : 0,
                told,
                new UnwritableException(told, refusal),
                took,
                late);
    }

    /** What a run reported too late, given whether this ending was refused; null if nothing. */
    public String tooLate(boolean refused) {
        boolean givenBack = outcome.isEmpty() || outcome.equals(ABANDONED);
        return refused && !givenBack ? outcome : late;
    }

    /** Claimed, never begun. */
    public static Ending released(Claim claim) {
        return released(claim, Math.max(0, claim.job().attempt() - 1));
    }

    private static Ending released(Claim claim, int attempt) {
        return new Ending(claim, "", JobStatus.SCHEDULED, false, attempt, Base.KEEP, 0, 0, null, null, Duration.ZERO);
    }

    private static String describe(Throwable error) {
        StringBuilder text = new StringBuilder(String.valueOf(error));
        for (StackTraceElement frame : error.getStackTrace()) {
            if (text.length() > LONGEST_ERROR) {
                break;
            }
            text.append("\n  at ").append(frame);
        }
        if (error.getCause() != null && error.getCause() != error) {
            text.append("\ncaused by ").append(error.getCause());
        }
        return text.substring(0, Math.min(text.length(), LONGEST_ERROR)).replace('\0', '?');
    }
}
