package dev.baton.bench.jobs;

import java.sql.SQLException;
import java.util.concurrent.ExecutionException;

/** Somebody who can store many no-op jobs and burn them down. */
interface Contestant {

    String name();

    /** Stores so many due jobs; how long it took, in nanoseconds. */
    long enqueue(int jobs) throws SQLException, ExecutionException, InterruptedException;

    /** Runs them all; how long it took, in nanoseconds. Fails if any is left. */
    long burnDown(int jobs) throws SQLException, ExecutionException, InterruptedException;
}
