package dev.baton.contract;

import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.ExpelContract;
import dev.baton.testkit.contract.ForeignHistoryContract;
import dev.baton.testkit.contract.SessionContract;

/** The contract on the MySQL in {@code BATON_TEST_MYSQL_URL} with MariaDB's driver, which many use for both. */
class MySqlByMariaDbsDriverContractTest extends DatabaseContract
        implements SessionContract,
                ExpelContract,
                ForeignHistoryContract,
                MySqlProcessListContract,
                MySqlRightsContract {

    @Override
    protected TestDatabase open() {
        return GivenDatabase.mySqlByMariaDbsDriver();
    }
}
