package dev.baton.shards;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;

class MariaDbShardRowsTest extends ShardRowsContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }
}
