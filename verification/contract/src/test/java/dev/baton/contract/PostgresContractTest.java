package dev.baton.contract;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;

/** The contract on a real PostgreSQL. */
class PostgresContractTest extends DatabaseContract {

    @Override
    protected TestDatabase open() {
        return PostgresDatabase.fresh();
    }
}
