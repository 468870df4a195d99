package dev.baton.jobs.store;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The statements of the hot path: what is done to many jobs at a time. */
public interface JobStore {

    /**
     * A claim of up to so many due jobs.
     *
     * @param lanes where to look, in this order
     * @param from per lane, from which time on; nothing earlier is looked at
     * @param after where to begin among all lanes, on databases that claim from all of them at once; null for the beginning
     * @param minLockMillis the shortest lock that the worker's heartbeats can keep: a shorter one is lengthened
     * @param passedOver which jobs are not claimed, whatever they are like
     */
    record ClaimRequest(
            String worker,
            List<QueueLane> lanes,
            List<Instant> from,
            Reached after,
            Set<String> handlers,
            Set<String> capabilities,
            int atMost,
            long minLockMillis,
            Set<UUID> passedOver) {

        /** Passing over no job. */
        public ClaimRequest(
                String worker,
                List<QueueLane> lanes,
                List<Instant> from,
                Reached after,
                Set<String> handlers,
                Set<String> capabilities,
                int atMost,
                long minLockMillis) {
            this(worker, lanes, from, after, handlers, capabilities, atMost, minLockMillis, Set.of());
        }

        public ClaimRequest passingOver(Set<UUID> jobs) {
            return new ClaimRequest(worker, lanes, from, after, handlers, capabilities, atMost, minLockMillis, jobs);
        }

        public ClaimRequest upTo(int most) {
            return new ClaimRequest(
                    worker, lanes, from, after, handlers, capabilities, most, minLockMillis, passedOver);
        }
    }

    /** The last job of a claim, in the order in which jobs are claimed: many may have the same time. */
    record Reached(int priority, Instant time, UUID id) {}

    /** What became of heartbeats: confirmed, and of these to be cancelled; found but locked by somebody. */
    record HeartbeatAnswer(Map<UUID, Boolean> confirmed, Set<UUID> untouched) {}

    /** A claim whose lock is too old, and what its job becomes when it is taken from its worker. */
    record StaleClaim(UUID id, String job, long claim, String lockedBy, boolean cancelled, JobStatus after) {

        ClaimToken token() {
            return new ClaimToken(id, lockedBy, claim);
        }
    }

    /** A job that was left behind and is free again, or dead. */
    record Reclaimed(UUID id, String job, JobStatus status, String lostBy, long claimNumber) {}

    /**
     * Some of the lanes that have work.
     *
     * @param more the last of them, if there may be others after it; null if these are all
     */
    record Lanes(List<QueueLane> lanes, QueueLane more) {

        static Lanes of(List<QueueLane> lanes, int atMost) {
            return new Lanes(lanes, lanes.size() < atMost ? null : lanes.get(lanes.size() - 1));
        }
    }

    /** The next lanes in order, as many as can be read in no time. */
    Lanes readLanes(Connection connection, QueueLane after) throws SQLException;

    /** All or none. */
    List<ClaimedJob> claimJobs(Connection connection, ClaimRequest wanted) throws SQLException;

    /** The jobs that a claim would take now, with the values that claiming would give them. */
    List<ClaimedJob> findDueJobs(Connection connection, ClaimRequest wanted) throws SQLException;

    /** Claims one found job; false if its row has changed since. */
    boolean takeJob(Connection connection, ClaimRequest wanted, ClaimedJob found) throws SQLException;

    /** Writes endings, each under its claim; answers with those that were refused. */
    List<Ending> writeEndings(Connection connection, String worker, List<Ending> endings) throws SQLException;

    HeartbeatAnswer sendHeartbeats(Connection connection, String worker, List<Claim> claims) throws SQLException;

    /** Which of these claims somebody asked to cancel; others of the same worker may be among the answer. */
    Set<ClaimToken> findCancelled(Connection connection, String worker, List<Claim> claims) throws SQLException;

    /**
     * Some claims whose lock is too old.
     *
     * @param next where the next ones begin, in the database's order of ids; {@link #FIRST_ID} if these were the last
     */
    record StaleClaims(List<StaleClaim> claims, String next) {}

    /** No id comes before it. */
    String FIRST_ID = "00000000-0000-0000-0000-000000000000";

    /**
     * Some of the claims whose lock is too old, from an id on. A job that has used up its own attempts will be dead; whether it has used
     * up those of its handler is decided by the worker that claims it next, which knows the handler.
     */
    StaleClaims findStaleClaims(Connection connection, String from) throws SQLException;

    /**
     * Frees their jobs, all or none; those whose lock is not too old any more, and those whose row somebody has locked, are
     * left out of the answer.
     */
    List<Reclaimed> reclaimJobs(Connection connection, List<StaleClaim> stale) throws SQLException;

    /** Some old runs of a job that ended alike on a day, as {@code java.sql} names days. */
    record RunSum(String job, String day, String outcome, long runs, long totalMillis, long longestMillis) {}

    /** Removes the records of about so many runs that ended before, and answers with their sums. */
    List<RunSum> takeOldRuns(Connection connection, long beforeMicros, int atMost) throws SQLException;

    /**
     * Stores jobs; one whose unique key is there already is left out. A duplicate of any other kind is an error: the job is not in the
     * table, and may be nowhere.
     *
     * @return how many were stored
     */
    int insertJobs(Connection connection, List<NewJob> jobs) throws SQLException;
}
