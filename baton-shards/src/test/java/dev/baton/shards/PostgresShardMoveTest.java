package dev.baton.shards;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;

class PostgresShardMoveTest extends ShardMoveContract {

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }
}
