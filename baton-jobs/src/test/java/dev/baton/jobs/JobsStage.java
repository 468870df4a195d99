package dev.baton.jobs;

/** What every part of the contract stands on: a fresh database, and somebody who listens. */
interface JobsStage {

    Cluster cluster();

    Recorder heard();

    /** Without duties: these need an election, which most tests have no use for. */
    default JobsBuilder worker() {
        return cluster().builder().withoutDuties().listener(heard());
    }
}
