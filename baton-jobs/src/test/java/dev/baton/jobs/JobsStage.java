package dev.baton.jobs;

import java.util.UUID;

/** What every part of the contract stands on: a fresh database, and somebody who listens. */
interface JobsStage {

    Cluster cluster();

    Recorder heard();

    /** Without duties: these need an election, which most tests have no use for. */
    default JobsBuilder worker() {
        return cluster().builder().withoutDuties().listener(heard());
    }

    /** A job that a worker has claimed which is no more. */
    default void leaveBehind(String job, int attempt) throws Exception {
        leaveBehind(job, attempt, UUID.randomUUID().toString());
    }

    /** As above, with an id that says where it comes among others. */
    default void leaveBehind(String job, int attempt, String id) throws Exception {
        cluster()
                .update(
                        "INSERT INTO baton_jobs (id, job_name, status, locked_by, locked_at, run_started_at, claim_number,"
                                + " attempt, max_attempts) VALUES ('" + id + "', '" + job
                                + "', 'running', 'ghost', TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z',"
                                + " TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z', 7, " + attempt + ", 5)");
    }
}
