package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One name as a lock now and as a role then. Whatever a gate has to wait for, it has to wait for as well where locks were taken
 * and given back in between: a lock waits for no gate, and so its return proves nothing of any.
 */
public interface LockAndRoleContract extends Contract {

    /** A lease that is long for all that a test does with it. */
    Duration AT_MOST = Duration.ofMinutes(10);

    /** The shortest that one can be. */
    Duration SHORT = Duration.ofSeconds(1);

    private Baton locks() {
        return cluster()
                .node("locks", settings -> settings.recordLeasesEvery(AT_MOST))
                .baton();
    }

    /** The first of an instance goes the long way, the next ones the short one where there is one. */
    private void takeAndGiveBack(Baton locks) throws SQLException {
        for (int i = 0; i < 3; i++) {
            locks.tryLease(role(), AT_MOST).orElseThrow().release();
        }
    }

    /** A leader that is gone, and whose gate may be open. */
    private void lead(Strategy strategy) {
        try (ManualCandidate a = seat("a", strategy)) {
            LeaderToken token = a.acquire();
            assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
        }
    }

    private Duration quiet(ManualCandidate candidate) {
        return candidate.take() instanceof Outcome.Acquired acquired ? acquired.quiet() : Duration.ofSeconds(-1);
    }

    private static Duration longest(Strategy strategy) {
        return strategy instanceof Strategy.Lease ? strategy.lease() : strategy.trustWindow();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void locksAfterADeletedRowDoNotOpenTheNextGateTooEarly(Strategy strategy) throws SQLException {
        Baton locks = locks();
        lead(strategy);
        table().delete(role());
        takeAndGiveBack(locks);
        try (ManualCandidate b = seat("b", strategy)) {
            assertThat(quiet(b)).isGreaterThanOrEqualTo(longest(strategy));
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void locksAfterAFailOverOfTheDatabaseDoNotEither(Strategy strategy) throws SQLException {
        Baton locks = locks();
        lead(strategy);
        table().update("UPDATE baton_leases SET timeline = timeline + 1 WHERE lease_name = ?", role());
        takeAndGiveBack(locks);
        try (ManualCandidate b = seat("b", strategy)) {
            assertThat(quiet(b)).isGreaterThanOrEqualTo(longest(strategy));
        } finally {
            table().delete(role()); // other roles would take its epoch for the sign of a fail-over
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void locksAfterAnExpiryByHandDoNotEither(Strategy strategy) throws SQLException {
        Baton locks = locks();
        lead(strategy);
        table().update("UPDATE baton_leases SET expires_at = acquired_at WHERE lease_name = ?", role());
        takeAndGiveBack(locks);
        try (ManualCandidate b = seat("b", strategy)) {
            assertThat(quiet(b)).isGreaterThanOrEqualTo(longest(strategy).dividedBy(2));
        }
    }

    /** Neither does it matter how a lock ends, nor whether it was prolonged. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void aLockThatWasExtendedAndThenExpiredDoesNotEither(Strategy strategy) throws SQLException {
        Baton locks = locks();
        lead(strategy);
        table().delete(role());
        HeldLease held = locks.tryLease(role(), AT_MOST).orElseThrow();
        assertThat(held.extend(AT_MOST)).isTrue();
        table().expire(role());
        try (ManualCandidate b = seat("b", strategy)) {
            assertThat(quiet(b)).isGreaterThanOrEqualTo(longest(strategy));
        }
    }

    /** A lock may be made shorter than it was. Once it has run out, nobody waits for what it had been. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void aLockThatWasShortenedAndThenRanOutHoldsNoGateUp(Strategy strategy) throws SQLException {
        Baton locks = locks();
        assertThat(locks.tryLease(role(), AT_MOST).orElseThrow().extend(SHORT)).isTrue();
        AtomicReference<Duration> quiet = new AtomicReference<>();
        try (ManualCandidate a = seat("a", strategy)) {
            Waits.until("the lock has run out", () -> {
                if (a.take() instanceof Outcome.Acquired acquired) {
                    quiet.set(acquired.quiet());
                }
                return quiet.get() != null;
            });
        }
        assertThat(quiet.get()).isLessThanOrEqualTo(longest(strategy));
    }

    /** Nor do the locks after it keep a debt that is none. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void norDoTheLocksAfterIt(Strategy strategy) throws SQLException {
        Baton locks = locks();
        assertThat(locks.tryLease(role(), AT_MOST).orElseThrow().extend(SHORT)).isTrue();
        AtomicReference<HeldLease> next = new AtomicReference<>();
        Waits.until("the lock has run out", () -> {
            locks.tryLease(role(), AT_MOST).ifPresent(next::set);
            return next.get() != null;
        });
        next.get().release();
        try (ManualCandidate a = seat("a", strategy)) {
            assertThat(quiet(a)).isZero();
        }
    }

    /** Whoever waits and dies has not waited, and a lock after it changes nothing of that. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void whatIsOwedIsOwedUntilAGateHasOpened(Strategy strategy) throws SQLException {
        Baton locks = locks();
        lead(strategy);
        table().delete(role());
        takeAndGiveBack(locks);
        try (ManualCandidate b = seat("b", strategy)) {
            assertThat(quiet(b)).isGreaterThanOrEqualTo(longest(strategy));
        }
        table().expire(role());
        takeAndGiveBack(locks);
        LeaderToken opened;
        try (ManualCandidate c = seat("c", strategy)) {
            assertThat(c.take()).isInstanceOfSatisfying(Outcome.Acquired.class, acquired -> {
                assertThat(acquired.quiet()).isGreaterThanOrEqualTo(longest(strategy));
            });
            opened = new LeaderToken(
                    role(), "c", table().row(role()).orElseThrow().epoch());
            assertThat(c.renew(opened)).isInstanceOf(Outcome.Renewed.class); // as when its gate has opened
            assertThat(c.release(opened)).isInstanceOf(Outcome.Released.class);
        }
        takeAndGiveBack(locks);
        try (ManualCandidate d = seat("d", strategy)) {
            assertThat(quiet(d)).isZero();
        }
    }

    /** Where nothing went wrong, nobody waits: a role that was left, a lock that was given back, and so on. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void aGateAfterLocksOpensAtOnceWhereNothingWasOwed(Strategy strategy) throws SQLException {
        Baton locks = locks();
        takeAndGiveBack(locks);
        try (ManualCandidate a = seat("a", strategy)) {
            assertThat(quiet(a)).isZero();
            a.release(new LeaderToken(
                    role(), "a", table().row(role()).orElseThrow().epoch()));
        }
        takeAndGiveBack(locks);
        try (ManualCandidate b = seat("b", strategy)) {
            assertThat(quiet(b)).isZero();
        }
    }
}
