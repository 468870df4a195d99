package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.ForeignHistoryContract;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** The contract on a real Galera cluster, where it is installed: every instance on another server. */
class GaleraContractTest extends DatabaseContract implements ForeignHistoryContract {

    @Override
    protected TestDatabase open() {
        return GaleraDatabase.fresh();
    }

    /** Nobody waits here: the servers of a cluster know nothing of each other's locks, and the later commit is refused. */
    @Test
    @Override
    public void theNextHolderWaitsForAFencedTransactionOfTheLastOne() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = one.tryLease(role(), LONG).orElseThrow();
        try (Connection writer = database().stepByStep().getConnection()) {
            writer.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            writer.setAutoCommit(false);
            one.fence().enter(writer, held.token());
            held.release();
            Waits.until("the next one has it", () -> two.tryLease(role(), LONG).isPresent());
            assertThatThrownBy(() -> one.fence().commit(writer)).isInstanceOf(SQLException.class);
        }
    }
}
