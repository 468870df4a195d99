package dev.baton.contract;

import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;

/** The contract on H2, which has no session locks. */
class H2ContractTest extends DatabaseContract {

    @Override
    protected TestDatabase open() {
        return H2Database.fresh();
    }
}
