package dev.baton.shards;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;

class PostgresShardFaultsTest extends ShardFaultsContract {

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }
}
