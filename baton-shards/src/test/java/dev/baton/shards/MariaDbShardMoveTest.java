package dev.baton.shards;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;

class MariaDbShardMoveTest extends ShardMoveContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }
}
