package dev.baton.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatonLockProviderTest {

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final Baton one = Baton.on(database.dataSource()).node("one").start();
    private final Baton two = Baton.on(database.dataSource()).node("two").start();
    private final BatonLockProvider ofOne = new BatonLockProvider(one);
    private final BatonLockProvider ofTwo = new BatonLockProvider(two);

    @AfterEach
    void close() {
        one.close();
        two.close();
    }

    // region provider
    LockProvider lockProvider(Baton baton) {
        return new BatonLockProvider(baton);
    }
    // endregion

    private static LockConfiguration lock(Duration atMost, Duration atLeast) {
        return new LockConfiguration(Instant.now(), "nightly", atMost, atLeast);
    }

    @Test
    void excludesOthersEverywhereUntilItIsGivenBack() {
        LockConfiguration configuration = lock(Duration.ofMinutes(1), Duration.ZERO);
        SimpleLock held = ofOne.lock(configuration).orElseThrow();
        assertThat(ofTwo.lock(configuration)).isEmpty();
        assertThat(ofOne.lock(configuration))
                .as("another caller in the same process")
                .isEmpty();
        held.unlock();
        assertThat(ofTwo.lock(configuration)).isPresent();
    }

    @Test
    void endsByItselfAndItsTokenIsStaleThen() throws Exception {
        assertThat(ofOne.lock(lock(Duration.ofSeconds(2), Duration.ZERO))).isPresent();
        LeaderToken token = BatonLockProvider.token();
        one.fenced(token, connection -> {});
        Optional<SimpleLock> next = Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> ofTwo.lock(lock(Duration.ofMinutes(1), Duration.ZERO)), Optional::isPresent);
        assertThatThrownBy(() -> one.fenced(token, connection -> {})).isInstanceOf(StaleTokenException.class);
        next.orElseThrow().unlock();
    }

    @Test
    void isHeldForAtLeastAsLongAsAskedAndCanBeExtended() {
        SimpleLock held =
                ofOne.lock(lock(Duration.ofSeconds(5), Duration.ofSeconds(1))).orElseThrow();
        SimpleLock longer =
                held.extend(Duration.ofMinutes(5), Duration.ofMinutes(2)).orElseThrow();
        longer.unlock();
        assertThat(ofTwo.lock(lock(Duration.ofMinutes(1), Duration.ZERO)))
                .as("kept for two minutes")
                .isEmpty();
    }

    @Test
    void isFreeWhenItWasHeldForAsLongAsAsked() {
        ofOne.lock(lock(Duration.ofHours(1), Duration.ofSeconds(1)))
                .orElseThrow()
                .unlock();
        assertThat(ofTwo.lock(lock(Duration.ofMinutes(1), Duration.ZERO))).isEmpty();
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> ofTwo.lock(lock(Duration.ofMinutes(1), Duration.ZERO)), Optional::isPresent);
    }

    @Test
    void worksUnderShedLocksOwnExecutor() {
        AtomicReference<LeaderToken> seen = new AtomicReference<>();
        new DefaultLockingTaskExecutor(lockProvider(one))
                .executeWithLock(
                        (Runnable) () -> seen.set(BatonLockProvider.token()),
                        lock(Duration.ofMinutes(1), Duration.ZERO));
        assertThat(seen.get().role()).isEqualTo("shedlock.nightly");
        assertThatThrownBy(BatonLockProvider::token).isInstanceOf(IllegalStateException.class);
        assertThat(ofTwo.lock(lock(Duration.ofMinutes(1), Duration.ZERO))).isPresent();
    }
}
