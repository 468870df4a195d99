package dev.baton.jobs;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.TestDatabase;
import org.junit.jupiter.api.Assumptions;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbJobsTest extends JobsContract {

    @Override
    protected TestDatabase fresh() {
        MariaDbServer.missing().ifPresent(reason -> {
            if (Boolean.parseBoolean(System.getenv("BATON_REQUIRE_MARIADB"))) {
                throw new AssertionError(reason + ", and BATON_REQUIRE_MARIADB is true");
            }
            Assumptions.abort(reason + ": install mariadb-server to run these tests");
        });
        return MariaDbDatabase.fresh();
    }
}
