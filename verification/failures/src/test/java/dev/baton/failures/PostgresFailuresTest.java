package dev.baton.failures;

import dev.baton.failures.driver.Engine;

class PostgresFailuresTest extends FailuresContract {

    @Override
    protected Engine engine() {
        return Engine.POSTGRESQL;
    }
}
