package dev.baton.jobs;

import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract on a real Galera cluster, where {@code BATON_TEST_GALERA} says {@code all}. */
class GaleraJobsTest extends JobsContract {

    @Override
    protected TestDatabase fresh() {
        return GaleraDatabase.freshWhereAllIsTried();
    }
}
