package dev.baton.jobs;

import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;

class H2JobsTest extends JobsContract {

    @Override
    protected TestDatabase fresh() {
        return H2Database.fresh();
    }
}
