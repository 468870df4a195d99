package dev.baton.contract;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.ForeignHistoryContract;
import dev.baton.testkit.contract.ServerContract;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbContractTest extends ServerContract implements ForeignHistoryContract {

    @Override
    protected TestDatabase open() {
        return MariaDbDatabase.fresh();
    }
}
