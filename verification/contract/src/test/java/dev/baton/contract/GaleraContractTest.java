package dev.baton.contract;

import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.ForeignHistoryContract;

/** The contract on a real Galera cluster, where it is installed: every instance on another server. */
class GaleraContractTest extends DatabaseContract implements ForeignHistoryContract {

    @Override
    protected TestDatabase open() {
        return GaleraDatabase.fresh();
    }
}
