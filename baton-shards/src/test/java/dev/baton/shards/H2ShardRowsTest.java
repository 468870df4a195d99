package dev.baton.shards;

import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;

class H2ShardRowsTest extends ShardRowsContract {

    @Override
    protected TestDatabase fresh() {
        return H2Database.fresh();
    }
}
