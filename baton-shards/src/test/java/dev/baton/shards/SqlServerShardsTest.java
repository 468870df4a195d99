package dev.baton.shards;

import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract on the SQL Server in {@code BATON_TEST_SQLSERVER_URL}, where there is one. */
class SqlServerShardsTest extends ShardsContract {

    @Override
    protected TestDatabase fresh() {
        return GivenDatabase.sqlServer();
    }
}
