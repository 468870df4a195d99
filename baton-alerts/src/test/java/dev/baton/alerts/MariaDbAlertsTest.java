package dev.baton.alerts;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.TestDatabase;
import org.junit.jupiter.api.Assumptions;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbAlertsTest extends AlertsContract {

    @Override
    protected TestDatabase fresh() {
        MariaDbServer.missing()
                .ifPresent(reason -> Assumptions.abort(reason + ": install mariadb-server to run these tests"));
        return MariaDbDatabase.fresh();
    }
}
