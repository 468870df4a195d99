package dev.baton.shards;

import dev.baton.Strategy;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract with leases on a database that has session locks. */
class PostgresLeaseShardsTest extends ShardsContract {

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }

    @Override
    Strategy strategy() {
        return lease();
    }
}
