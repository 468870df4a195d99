package dev.baton.bench.jobs;

/** Somebody who can store many no-op jobs and burn them down. */
interface Contestant {

    String name();

    /** What part of the jobs it is given: those that would take minutes get fewer. */
    default int share() {
        return 1;
    }

    /** Stores so many due jobs; how long it took, in nanoseconds. */
    long enqueue(int jobs) throws Exception;

    /** Runs them all; how long it took, in nanoseconds. Fails if any is left. */
    long burnDown(int jobs) throws Exception;
}
