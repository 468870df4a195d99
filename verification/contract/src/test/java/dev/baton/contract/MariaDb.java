package dev.baton.contract;

import dev.baton.testkit.MariaDbServer;
import org.junit.jupiter.api.Assumptions;

/** Whether the tests on MariaDB can run here. */
final class MariaDb {

    private MariaDb() {}

    /** Skips the test where MariaDB is not installed, or fails it where that was forbidden. */
    static void required() {
        MariaDbServer.missing().ifPresent(reason -> {
            if (Boolean.parseBoolean(System.getenv("BATON_REQUIRE_MARIADB"))) {
                throw new AssertionError(reason + ", and BATON_REQUIRE_MARIADB is true");
            }
            Assumptions.abort(reason + ": install mariadb-server to run these tests");
        });
    }
}
