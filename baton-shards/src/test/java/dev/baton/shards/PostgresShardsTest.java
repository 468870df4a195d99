package dev.baton.shards;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;

class PostgresShardsTest extends ShardsContract {

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }
}
