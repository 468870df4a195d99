package dev.baton.contract;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbContractTest extends DatabaseContract {

    @Override
    protected TestDatabase open() {
        MariaDb.required();
        return MariaDbDatabase.fresh();
    }
}
