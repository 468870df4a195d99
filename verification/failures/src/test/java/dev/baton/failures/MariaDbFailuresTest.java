package dev.baton.failures;

import dev.baton.failures.driver.Engine;

class MariaDbFailuresTest extends FailuresContract {

    @Override
    protected Engine engine() {
        return Engine.MARIADB;
    }
}
