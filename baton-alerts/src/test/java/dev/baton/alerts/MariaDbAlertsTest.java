package dev.baton.alerts;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbAlertsTest extends AlertsContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }
}
