package dev.baton.jobs;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;

class PostgresJobsTest extends JobsContract {

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }
}
