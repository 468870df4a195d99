package dev.baton.contract;

import dev.baton.Strategy;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.ExpelContract;
import dev.baton.testkit.contract.ForeignHistoryContract;
import dev.baton.testkit.contract.SessionContract;
import java.time.Duration;

/** The contract on the SQL Server in {@code BATON_TEST_SQLSERVER_URL}. */
class SqlServerContractTest extends DatabaseContract implements SessionContract, ExpelContract, ForeignHistoryContract {

    @Override
    protected TestDatabase open() {
        return GivenDatabase.sqlServer();
    }

    /** A new session of Babelfish takes seconds to understand its first statements. */
    @Override
    public Strategy.Lease lease() {
        return new Strategy.Lease(Duration.ofSeconds(45), Duration.ofMillis(400), Duration.ofMillis(500));
    }
}
