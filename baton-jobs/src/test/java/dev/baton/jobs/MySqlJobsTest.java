package dev.baton.jobs;

import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract on the MySQL in {@code BATON_TEST_MYSQL_URL}, where one is given. */
class MySqlJobsTest extends JobsContract implements ZeroTimesContract, PreviousProgramContract {

    @Override
    protected TestDatabase fresh() {
        return GivenDatabase.mySql();
    }
}
