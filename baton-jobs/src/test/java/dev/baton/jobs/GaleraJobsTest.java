package dev.baton.jobs;

import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract on a real Galera cluster, where it is installed. */
class GaleraJobsTest extends JobsContract {

    @Override
    protected TestDatabase fresh() {
        return GaleraDatabase.fresh();
    }
}
