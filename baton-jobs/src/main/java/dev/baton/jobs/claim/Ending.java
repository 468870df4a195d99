package dev.baton.jobs.claim;

import dev.baton.jobs.JobHandler;
import dev.baton.jobs.JobRun.Outcome;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.PayloadException;
import dev.baton.jobs.RetryPolicy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** How a run ended. Each case is one thing that can happen to it, and knows what becomes of the job. */
public sealed interface Ending {

    /** Under which the run was made. */
    Claim claim();

    /** What the run's record says; empty where there is no record, because the run never began. */
    Optional<Outcome> outcome();

    /** The same as statements write it. */
    default String outcomeLabel() {
        return outcome().map(Outcome::label).orElse("");
    }

    /** What the record and the job's row say went wrong; null if nothing did. */
    String error();

    /** What becomes of the job. */
    JobAfter jobAfter();

    /** Why the run counts as failed; empty if it does not. */
    default Optional<Throwable> failure() {
        return Optional.empty();
    }

    /** What the run reported too late to count, given whether the database refused this ending. */
    default Optional<Outcome> reportedTooLate(boolean refused) {
        return refused ? outcome() : Optional.empty();
    }

    /** Its handler returned. */
    record Completed(Claim claim, Duration took) implements Ending {

        @Override
        public Optional<Outcome> outcome() {
            return Optional.of(Outcome.COMPLETED);
        }

        @Override
        public String error() {
            return null;
        }

        @Override
        public JobAfter jobAfter() {
            ClaimedJob job = claim.job();
            if (job.recurring()) {
                return JobAfter.nextInterval();
            }
            return job.keptWhenDone() ? JobAfter.over(JobStatus.COMPLETED, job.attempt()) : new JobAfter.Removed();
        }
    }

    /** Its handler threw. */
    record Failed(Claim claim, Throwable cause, String error, JobAfter jobAfter) implements Ending {

        @Override
        public Optional<Outcome> outcome() {
            return Optional.of(Outcome.FAILED);
        }

        @Override
        public Optional<Throwable> failure() {
            return Optional.of(cause);
        }
    }

    /** An operator ended it. */
    record Cancelled(Claim claim, String error) implements Ending {

        @Override
        public Optional<Outcome> outcome() {
            return Optional.of(Outcome.CANCELLED);
        }

        @Override
        public JobAfter jobAfter() {
            ClaimedJob job = claim.job();
            return job.recurring() ? JobAfter.nextInterval() : JobAfter.over(JobStatus.CANCELLED, job.attempt());
        }
    }

    /**
     * Given up by its worker, through no fault of the job: it is due for the next one.
     *
     * @param counts whether it was an attempt all the same
     * @param completed whether its handler returned after the claim was lost: to be noted in the run's record, whoever
     *     wrote that
     */
    record Abandoned(Claim claim, String error, boolean counts, boolean completed) implements Ending {

        @Override
        public Optional<Outcome> outcome() {
            return Optional.of(Outcome.ABANDONED);
        }

        @Override
        public JobAfter jobAfter() {
            ClaimedJob job = claim.job();
            return JobAfter.dueAgain(job.recurring() ? 0 : job.attempt() - (counts ? 0 : 1));
        }

        @Override
        public Optional<Outcome> reportedTooLate(boolean refused) {
            return completed ? Optional.of(Outcome.COMPLETED) : Optional.empty();
        }
    }

    /** Claimed, and given back before a handler was called. */
    record NeverBegan(Claim claim) implements Ending {

        @Override
        public Optional<Outcome> outcome() {
            return Optional.empty();
        }

        @Override
        public String error() {
            return null;
        }

        @Override
        public JobAfter jobAfter() {
            return JobAfter.dueAgain(Math.max(0, claim.job().attempt() - 1));
        }

        @Override
        public Optional<Outcome> reportedTooLate(boolean refused) {
            return Optional.empty();
        }
    }

    /**
     * What is written instead of an ending that the database refused: nothing but our own words, and no time to count. A
     * one-off job whose outcome cannot be told is a dead letter, for a human to judge.
     *
     * @param refused the ending that could not be written
     */
    record Unwritable(Ending refused, UnwritableException cause) implements Ending {

        private static final long PAUSE_MILLIS = 60_000;

        @Override
        public Claim claim() {
            return refused.claim();
        }

        /** Whether the job has been done, well or badly, so that this is lost with the ending. */
        private boolean handlerEnded() {
            return refused instanceof Completed || refused instanceof Failed;
        }

        @Override
        public Optional<Outcome> outcome() {
            return handlerEnded() ? Optional.of(Outcome.FAILED) : refused.outcome();
        }

        @Override
        public String error() {
            return cause.getMessage();
        }

        @Override
        public JobAfter jobAfter() {
            ClaimedJob job = claim().job();
            if (handlerEnded()) {
                return job.recurring()
                        ? JobAfter.dueAfterPause(0, PAUSE_MILLIS)
                        : JobAfter.over(JobStatus.DEAD, job.attempt());
            }
            if (refused instanceof Cancelled && job.recurring()) {
                return JobAfter.dueAgain(0);
            }
            return refused.jobAfter();
        }

        @Override
        public Optional<Throwable> failure() {
            return handlerEnded() ? Optional.of(cause) : Optional.empty();
        }

        @Override
        public Optional<Outcome> reportedTooLate(boolean refusedAgain) {
            if (handlerEnded()) {
                return refusedAgain ? outcome() : Optional.empty();
            }
            return refused.reportedTooLate(refusedAgain);
        }
    }

    /** An ending that the database refused. */
    final class UnwritableException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private UnwritableException(String message, Throwable refusal) {
            super(message, refusal);
        }
    }

    /**
     * A recurring job keeps its next run's time; a one-off job comes back later, or never.
     *
     * @param pause how long a recurring job is left alone
     * @param dice a random number in [0, 1), so that jobs that failed together do not come back together
     */
    static Ending failed(Claim claim, Throwable cause, RetryPolicy retries, Duration pause, double dice) {
        ClaimedJob job = claim.job();
        return new Failed(claim, cause, ErrorText.of(cause), afterFailure(job, cause, retries, pause, dice));
    }

    private static JobAfter afterFailure(
            ClaimedJob job, Throwable cause, RetryPolicy retries, Duration pause, double dice) {
        if (job.recurring()) {
            return JobAfter.dueAfterPause(0, notSooner(pause, cause).toMillis());
        }
        if (isForGood(cause) || job.attempt() >= retries.maxAttempts()) {
            return JobAfter.over(JobStatus.DEAD, job.attempt());
        }
        return JobAfter.dueIn(notSooner(retries.pauseAfter(job.attempt(), dice), cause), job.attempt());
    }

    private static boolean isForGood(Throwable cause) {
        return cause instanceof PayloadException
                || (cause instanceof JobHandler.FailedException failed && failed.isForGood());
    }

    private static Duration notSooner(Duration pause, Throwable cause) {
        Duration asked = cause instanceof JobHandler.FailedException failed
                ? failed.pause().orElse(pause)
                : pause;
        return asked.compareTo(pause) > 0 ? asked : pause;
    }

    /** What is written instead of an ending that the database will not have. */
    static Ending unwritable(Ending refused, Throwable refusal) {
        String state = refusal instanceof SQLException e ? "SQLSTATE " + e.getSQLState() : "an unknown error";
        String told = "it " + refused.outcomeLabel() + ", but this could not be written: the database refused it with "
                + state;
        return new Unwritable(refused, new UnwritableException(told, refusal));
    }
}
