package dev.baton.contract;

import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.ContractFixture;
import dev.baton.testkit.contract.ExpelContract;

/** On one server of a cluster a takeover waits for fenced writes, as it does for none of another server. */
class GaleraExpelTest extends ContractFixture implements ExpelContract {

    @Override
    protected TestDatabase open() {
        return GaleraDatabase.fresh().onOneServer();
    }
}
