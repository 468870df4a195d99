package dev.baton.shards;

import dev.baton.Strategy;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract with leases, on a real MariaDB, where one is installed. */
class MariaDbLeaseShardsTest extends ShardsContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }

    @Override
    Strategy strategy() {
        return lease();
    }
}
