package dev.baton.shards;

import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract on the MySQL in {@code BATON_TEST_MYSQL_URL}, where there is one. */
class MySqlShardsTest extends ShardsContract {

    @Override
    protected TestDatabase fresh() {
        return GivenDatabase.mySql();
    }
}
