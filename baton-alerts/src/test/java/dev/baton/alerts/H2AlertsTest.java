package dev.baton.alerts;

import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;

class H2AlertsTest extends AlertsContract {

    @Override
    protected TestDatabase fresh() {
        return H2Database.fresh();
    }
}
