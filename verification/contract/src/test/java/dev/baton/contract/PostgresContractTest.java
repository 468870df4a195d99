package dev.baton.contract;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.ServerContract;

/** The contract on a real PostgreSQL. */
class PostgresContractTest extends ServerContract {

    @Override
    protected TestDatabase open() {
        return PostgresDatabase.fresh();
    }
}
