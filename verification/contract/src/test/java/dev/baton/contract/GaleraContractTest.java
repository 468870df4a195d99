package dev.baton.contract;

import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;

/** The contract on a real Galera cluster, where it is installed: every instance on another server. */
class GaleraContractTest extends DatabaseContract {

    @Override
    protected TestDatabase open() {
        return GaleraDatabase.fresh();
    }
}
