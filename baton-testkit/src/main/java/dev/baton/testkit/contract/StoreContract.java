package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Departure;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of the lease row, verb by verb: who may take it, under which epoch, and what a renewal demands. */
public interface StoreContract extends Contract {

    @ParameterizedTest
    @MethodSource("strategies")
    default void missingRowIsTakenUnderEpochOne(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy)) {
            assertThat(a.acquire()).isEqualTo(new LeaderToken(role(), "a", 1));
            assertThat(table().row(role()))
                    .get()
                    .extracting(LeaseTable.Row::epoch)
                    .isEqualTo(1L);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void heldRoleIsNotTaken(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy)) {
            LeaderToken token = a.acquire();
            Outcome refused = b.take();
            assertThat(refused).isInstanceOf(Outcome.HeldBy.class);
            Sighting holder = ((Outcome.HeldBy) refused).holder();
            assertThat(holder.holderId()).isEqualTo("a");
            assertThat(holder.age()).as("since its heartbeat").isBetween(Duration.ZERO, strategy.lease());
            assertThat(holder.age().plus(holder.remaining()))
                    .as("from its heartbeat to its expiry, whatever zones the sessions are in")
                    .isCloseTo(strategy.lease(), Duration.ofMillis(2));
            assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            assertThat(table().row(role()))
                    .get()
                    .extracting(LeaseTable.Row::epoch)
                    .isEqualTo(1L);
        }
    }

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void roleOfTheDeadIsTakenUnderTheNextEpoch(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy)) {
            a.acquire();
            a.close();
            table().expire(role());
            assertThat(b.acquire()).isEqualTo(new LeaderToken(role(), "b", 2));
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void epochGrowsWhenTheSameHolderTakesAgain(Strategy strategy) {
        try (ManualCandidate a = seat("a", strategy)) {
            LeaderToken first = a.acquire();
            a.store().disconnect();
            assertThat(a.acquire().epoch()).isEqualTo(2);
            assertThat(a.renew(first)).isInstanceOf(Outcome.Lost.class);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void renewalKeepsTheEpoch(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy)) {
            LeaderToken token = a.acquire();
            for (int i = 0; i < 3; i++) {
                assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            }
            assertThat(table().row(role()))
                    .get()
                    .extracting(LeaseTable.Row::epoch)
                    .isEqualTo(1L);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void renewalDemandsHolderAndEpoch(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy)) {
            LeaderToken token = a.acquire();
            assertThat(a.renew(new LeaderToken(role(), "a", 2))).isInstanceOf(Outcome.Lost.class);
            assertThat(a.renew(new LeaderToken(role(), "b", 1))).isInstanceOf(Outcome.Lost.class);
            assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            table().delete(role());
            assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void releaseKeepsTheRowAndItsEpoch(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy)) {
            LeaderToken token = a.acquire();
            assertThat(a.release(token)).isInstanceOf(Outcome.Released.class);
            assertThat(table().row(role()))
                    .get()
                    .extracting(LeaseTable.Row::epoch)
                    .isEqualTo(1L);
            assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
            assertThat(a.release(token)).isInstanceOf(Outcome.Lost.class);
            a.store().disconnect();
            assertThat(b.acquire().epoch()).isEqualTo(2);
        }
    }

    /** Nobody reserves for longer than a minute: then the clock was wrong, and a role that nobody has for hours is worse. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void reservationThatEndsTooLateToBeTrueBindsNobody(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy);
                ManualCandidate c = seat("c", strategy)) {
            LeaderToken first = a.acquire();
            a.store().release(first, Departure.to("node-of-b", Duration.ofSeconds(50)));
            a.close();
            assertThat(c.take()).isInstanceOf(Outcome.Deferred.class);
            c.store().disconnect();
            LeaderToken second = b.acquire();
            b.store().release(second, Departure.to("node-of-a", Duration.ofHours(1)));
            b.close();
            assertThat(c.acquire()).isEqualTo(new LeaderToken(role(), "c", 3));
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void rowDeletedByHandContinuesAboveItsHistory(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy)) {
            a.release(a.acquire());
            a.acquire();
            a.close();
            table().delete(role());
            assertThat(b.acquire().epoch()).isGreaterThan(2);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void operatorsUpdateRevokes(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy)) {
            LeaderToken token = a.acquire();
            table().revoke(role());
            assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
            a.close();
            assertThat(b.acquire().epoch()).isEqualTo(3);
        }
    }

    /** With {@code lease} the expiry is the end, also when nobody else has come. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void expiryEndsALeaseButNotASession(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy)) {
            LeaderToken token = a.acquire();
            table().expire(role());
            assertThat(a.renew(token))
                    .isInstanceOf(strategy instanceof Strategy.Session ? Outcome.Renewed.class : Outcome.Lost.class);
        }
    }
}
