package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import dev.baton.testkit.FaultyDataSource;
import dev.baton.testkit.TestPatience;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Leases that nobody has, because a call of their holder failed: they are free long before they expire. */
public interface LostLeaseContract extends Contract {

    /** Far longer than a test waits for anything. */
    Duration LEASE = Duration.ofHours(2);

    private Baton on(FaultyDataSource faulty) {
        return cluster()
                .node("one", faulty.dataSource(), settings -> settings.recordLeasesEvery(Duration.ZERO))
                .baton();
    }

    private HeldLease soon(Baton baton) {
        return Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> baton.tryLease(role(), LEASE), Optional::isPresent)
                .orElseThrow();
    }

    /** The database has granted it, and nobody heard of it. */
    @Test
    default void aLeaseWhoseGrantWasLostIsFreeSoon() throws Exception {
        FaultyDataSource faulty = new FaultyDataSource(database().stepByStep());
        Baton one = on(faulty);
        Baton two = cluster().node("two").baton();
        faulty.loseCommits(1);
        assertThatThrownBy(() -> one.tryLease(role(), LEASE)).isInstanceOf(SQLException.class);
        HeldLease next = soon(two);
        assertThat(next.token().epoch()).as("one term was lost").isEqualTo(2);
        two.fenced(next.token(), connection -> {});
        assertThat(table().term(role(), 1)).containsExactly("acquired", "released");
    }

    /** It may still be under way, so it is looked for; what the same instance was granted later is not it. */
    @Test
    default void aLeaseThatWasNeverGrantedIsNotMistakenForTheNextOne() throws Exception {
        FaultyDataSource faulty = new FaultyDataSource(database().stepByStep());
        Baton one = on(faulty);
        Baton two = cluster().node("two").baton();
        one.tryLease(role(), LEASE).orElseThrow().release();
        faulty.failStatements(
                "UPDATE baton_leases", 1, () -> new SQLException("lost on its way, says the test", "08006"));
        assertThatThrownBy(() -> one.tryLease(role(), LEASE)).isInstanceOf(SQLException.class);
        HeldLease held = soon(one);
        one.close(); // looks once more for what it was not told of
        two.fenced(held.token(), connection -> {});
        assertThat(two.tryLease(role(), LEASE)).as("still held").isEmpty();
    }

    @Test
    default void aLeaseThatCouldNotBeGivenBackIsFreeSoonAfterTheDatabaseIsBack() throws Exception {
        FaultyDataSource faulty = new FaultyDataSource(database().stepByStep());
        Baton one = on(faulty);
        Baton two = cluster().node("two").baton();
        HeldLease held = one.tryLease(role(), LEASE).orElseThrow();
        faulty.cut();
        assertThatThrownBy(held::release).isInstanceOf(SQLException.class);
        assertThat(two.tryLease(role(), LEASE)).isEmpty();
        faulty.mend();
        HeldLease next = soon(two);
        assertThat(next.token().epoch()).isEqualTo(held.token().epoch() + 1);
        held.release(); // once more does no harm
        assertThat(one.tryLease(role(), LEASE)).isEmpty();
    }

    @Test
    default void anInstanceThatIsClosedGrantsNoLease() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = one.tryLease(role(), LEASE).orElseThrow();
        one.close();
        assertThatThrownBy(() -> one.tryLease(role(), LEASE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        held.release();
        assertThat(two.tryLease(role(), LEASE)).isPresent();
    }
}
