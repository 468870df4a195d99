package dev.baton.shards;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;

class MariaDbShardsTest extends ShardsContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }
}
