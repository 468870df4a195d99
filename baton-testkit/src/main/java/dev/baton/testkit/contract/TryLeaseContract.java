package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.StaleTokenException;
import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Leases without a campaign: {@link Baton#tryLease}. */
public interface TryLeaseContract extends Contract {

    @Test
    default void aTriedLeaseExcludesEveryOtherCallerUntilItIsGivenBack() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = one.tryLease(role(), Duration.ofMinutes(1)).orElseThrow();
        assertThat(two.tryLease(role(), Duration.ofMinutes(1))).isEmpty();
        assertThat(one.tryLease(role(), Duration.ofMinutes(1)))
                .as("another caller in the same process")
                .isEmpty();
        one.fenced(held.token(), connection -> {});
        held.release();
        HeldLease next = two.tryLease(role(), Duration.ofMinutes(1)).orElseThrow();
        assertThat(next.token().epoch()).isEqualTo(held.token().epoch() + 1);
    }

    @Test
    default void aTriedLeaseIsGivenBackAtTheEndOfItsBlockAndOnlyOnce() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = one.tryLease(role(), Duration.ofMinutes(1)).orElseThrow();
        try (held) {
            assertThat(two.tryLease(role(), Duration.ofMinutes(1))).isEmpty();
            one.fenced(held.token(), connection -> {});
        }
        HeldLease next = two.tryLease(role(), Duration.ofMinutes(1)).orElseThrow();
        held.close();
        assertThat(one.tryLease(role(), Duration.ofMinutes(1)))
                .as("the second close changes nothing")
                .isEmpty();
        two.fenced(next.token(), connection -> {});
    }

    @Test
    default void aTriedLeaseEndsByTheDatabasesClockAndLeavesItsHolderNothing() throws Exception {
        Baton one = cluster().node("one").baton();
        Baton two = cluster().node("two").baton();
        HeldLease held = one.tryLease(role(), Duration.ofSeconds(1)).orElseThrow();
        HeldLease next = Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> two.tryLease(role(), Duration.ofMinutes(1)), Optional::isPresent)
                .orElseThrow();
        assertThat(held.extend(Duration.ofMinutes(1))).isFalse();
        held.release(); // not its own any more: the next holder keeps it
        assertThat(one.tryLease(role(), Duration.ofMinutes(1))).isEmpty();
        assertThatThrownBy(() -> one.fenced(held.token(), connection -> {})).isInstanceOf(StaleTokenException.class);
        two.fenced(next.token(), connection -> {});
    }
}
