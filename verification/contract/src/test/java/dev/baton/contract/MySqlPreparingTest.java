package dev.baton.contract;

import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.ContractFixture;
import dev.baton.testkit.contract.ExpelContract;

/**
 * With a driver that is told to have the server prepare every statement. MySQL prepares neither KILL nor SAVEPOINT; the driver
 * then sends them as text, so writers are ended all the same.
 */
class MySqlPreparingTest extends ContractFixture implements ExpelContract {

    @Override
    protected TestDatabase open() {
        return GivenDatabase.mySqlThatPrepares();
    }
}
