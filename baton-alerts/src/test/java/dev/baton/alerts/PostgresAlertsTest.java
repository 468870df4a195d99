package dev.baton.alerts;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;

class PostgresAlertsTest extends AlertsContract {

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }
}
