package dev.baton.stores;

import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.ContractFixture;
import dev.baton.testkit.contract.StoreContract;

/** What every database has to keep, as somebody with a store would have it tested. */
class H2StoreTest extends ContractFixture implements StoreContract {

    @Override
    protected TestDatabase open() {
        return H2Database.fresh();
    }
}
