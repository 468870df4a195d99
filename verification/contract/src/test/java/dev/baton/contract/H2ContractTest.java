package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Strategy;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;
import org.junit.jupiter.api.Test;

/** The contract on H2, which has no session locks. */
class H2ContractTest extends DatabaseContract {

    @Override
    protected TestDatabase open() {
        return H2Database.fresh();
    }

    @Test
    void sessionIsRefusedBecauseThereAreNoSessionLocks() {
        Node node = cluster().node("one");
        assertThatThrownBy(() -> node.campaign(role(), Strategy.session()))
                .hasMessageContaining("h2 has no session locks: use strategy lease");
    }
}
