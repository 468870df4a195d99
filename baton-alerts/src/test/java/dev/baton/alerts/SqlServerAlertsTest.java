package dev.baton.alerts;

import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract on the SQL Server in {@code BATON_TEST_SQLSERVER_URL}, where one is given. */
class SqlServerAlertsTest extends AlertsContract {

    @Override
    protected TestDatabase fresh() {
        return GivenDatabase.sqlServer();
    }
}
