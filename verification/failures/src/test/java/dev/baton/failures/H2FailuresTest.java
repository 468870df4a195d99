package dev.baton.failures;

import dev.baton.failures.driver.Engine;

class H2FailuresTest extends FailuresContract {

    @Override
    protected Engine engine() {
        return Engine.H2;
    }
}
