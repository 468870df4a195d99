package dev.baton.chaos;

import java.io.IOException;
import java.nio.file.Path;

/** The bugs that {@link PlantedBugsTest} puts in. */
final class Plants {

    private static final String SQL = "dev/baton/sql/postgresql/";
    private static final String SUBMISSIONS = "dev/baton/submissions/store/postgresql/";

    private Plants() {}

    /** Fenced writers take no lock. */
    static Plant fenceWithoutALock(Path folder) throws IOException {
        return new Plant(folder)
                .sql(
                        "baton-sql",
                        SQL + "fences.sql",
                        "fence-enter",
                        "pg_try_advisory_xact_lock_shared(:fence_key) AS locked",
                        ":fence_key IS NOT NULL AS locked")
                .java("baton-sql", "dev.baton.sql.database.SelfTest", "held = isFenceHeld(pair.b);", "held = true;");
    }

    /** A gate stays open for a window after the answer to a heartbeat, not after its question. */
    static Plant gateTimedFromTheAnswer(Path folder) throws IOException {
        return new Plant(folder)
                .java(
                        "baton-core",
                        "dev.baton.election.Leader",
                        "state.acknowledged(sentAt, ",
                        "state.acknowledged(moment.now(), ");
    }

    /** Intents that commit late are passed by. */
    static Plant cursorThatIsNotCommitSafe(Path folder) throws IOException {
        return new Plant(folder)
                .sql(
                        "baton-submissions",
                        SUBMISSIONS + "lanes.sql",
                        "feed-changes",
                        "AND change_xid = ANY (",
                        "AND false AND change_xid = ANY (")
                .sql(
                        "baton-submissions",
                        "dev/baton/submissions/store/common/lanes.sql",
                        "lane-due",
                        "AND gateway = :gateway",
                        "AND gateway = :gateway AND false");
    }

    /** An attempt is on record only when it has ended. */
    static Plant attemptWhoseStartIsNotRecorded(Path folder) throws IOException {
        return new Plant(folder)
                .sql(
                        "baton-submissions",
                        SUBMISSIONS + "attempts.sql",
                        "start",
                        "SET attempt_count = i.attempt_count + 1, in_flight = true",
                        "SET attempt_count = i.attempt_count, in_flight = false")
                .sql(
                        "baton-submissions",
                        SUBMISSIONS + "attempts.sql",
                        "start",
                        "i.submission_target, i.attempt_count,",
                        "i.submission_target, i.attempt_count + 1 AS attempt_count,")
                .sql(
                        "baton-submissions",
                        SUBMISSIONS + "attempts.sql",
                        "finish",
                        "i.in_flight = v.begun",
                        "NOT i.in_flight")
                .sql(
                        "baton-submissions",
                        SUBMISSIONS + "attempts.sql",
                        "finish",
                        "CASE WHEN v.begun THEN v.number ELSE v.number - 1 END",
                        "v.number - 1");
    }

    /** The next layout begins without having taken the roles of the one before. */
    static Plant layoutThatIsNotRetired(Path folder) throws IOException {
        return new Plant(folder)
                .java(
                        "baton-shards",
                        "dev.baton.shards.Coordinator",
                        "while (!retirement.retire(term, seen.state().layout())) {",
                        "while (term.isOver() && !retirement.retire(term, seen.state().layout())) {");
    }

    /** Who leads what is not its own keeps it. */
    static Plant shardsThatAreNotHandedOver(Path folder) throws IOException {
        return new Plant(folder)
                .java(
                        "baton-shards",
                        "dev.baton.shards.ShardSeats",
                        "round.asked |= seat.handOver(view, assignment.owner().orElseThrow());",
                        "round.asked |= false;");
    }

    /** Whoever ran a job may end it, whosever claim it is now. */
    static Plant claimCompletedByItsStateOnly(Path folder) throws IOException {
        return new Plant(folder)
                .sql(
                        "baton-jobs",
                        "dev/baton/jobs/postgresql/finishing.sql",
                        "finish-other",
                        "AND j.claim_number = ANY (ARRAY[a.claim_number]) AND j.locked_by = ANY (ARRAY[a.worker])",
                        "AND j.status = 'running'")
                .java(
                        "baton-jobs",
                        "dev.baton.jobs.claim.Claim",
                        "return now - confirmedAt >= trustNanos;",
                        "return now < 0;")
                .java(
                        "baton-jobs",
                        "dev.baton.jobs.worker.HeartbeatSender",
                        "watchdog.abandonRun(claim, \"its heartbeat found no such claim\");",
                        "claim.untouched(sentAt);");
    }
}
