package dev.baton.shards;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;

class MariaDbShardFaultsTest extends ShardFaultsContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }
}
