package dev.baton.contract;

import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.ContractFixture;
import dev.baton.testkit.contract.ElectionContract;
import javax.sql.DataSource;

/** Sessions as a cluster gives them to users: each server hears a moment later what was committed on another. */
class GaleraAsItComesTest extends ContractFixture implements ElectionContract {

    @Override
    protected TestDatabase open() {
        return GaleraDatabase.fresh();
    }

    @Override
    protected DataSource connections() {
        return database().inTwoZones();
    }
}
