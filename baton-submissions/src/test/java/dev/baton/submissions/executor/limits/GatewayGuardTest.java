package dev.baton.submissions.executor.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GatewayGuardTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger freed = new AtomicInteger();
    private final GatewayGuard guard = new GatewayGuard(
            "fake", GatewayLimits.DEFAULT.breaker(50, 2, Duration.ofHours(1)), 10, now::get, freed::incrementAndGet);

    private void fail() {
        assertThat(guard.tryEnter(now.get())).isTrue();
        guard.answered(Outcome.error("broken"), Duration.ofMillis(1));
        guard.leave();
    }

    /** An hour by the stopwatch is over at once here: the wall clock, wherever it stands, has no say. */
    @Test
    void anOpenBreakerWaitsByTheStopwatch() {
        fail();
        fail();
        assertThat(guard.tryEnter(now.get())).as("open").isFalse();
        now.addAndGet(Duration.ofMinutes(59).toNanos());
        assertThat(guard.tryEnter(now.get())).as("still open").isFalse();
        now.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThat(guard.tryEnter(now.get())).as("tries again").isTrue();
    }

    /** Whoever found it full sleeps, and may be another than whoever leaves. */
    @Test
    void itSaysSoWhenThereIsRoomAgain() {
        int most = letIn();
        assertThat(guard.askAgainAt(now.get())).isEqualTo(Long.MAX_VALUE);
        guard.leave();
        assertThat(freed).hasValue(1);
        guard.leaveUnused();
        assertThat(freed).as("there was room already").hasValue(1);
        assertThat(letIn()).isEqualTo(2).isLessThan(most);
    }

    /** Nanoseconds end after 292 years, and a row by hand may say more: that is no reason to make no attempts at all. */
    @Test
    void aPauseUntilTheEndOfTimeIsHeededForNoLongerThanOneFromHereWouldLast() {
        Duration eternity = Duration.ofDays(365L * 8000);
        assertThat(guard.pausedByOthers(eternity)).isTrue();
        assertThat(letIn()).isZero();
        for (int hour = 0; hour < 3; hour++) {
            pass(Duration.ofMinutes(50));
            guard.pausedByOthers(eternity.minusMinutes(50L * (hour + 1)));
        }
        assertThat(letIn()).isPositive();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private int letIn() {
        int some = 0;
        while (guard.tryEnter(now.get())) {
            some++;
        }
        return some;
    }

    /** Others hear of it once, and how much is left of it. */
    @Test
    void aNewPauseIsSaidOnce() {
        assertThat(guard.takeNewPause()).isEmpty();
        fail();
        fail();
        pass(Duration.ofMinutes(10));
        assertThat(guard.takeNewPause()).contains(Duration.ofMinutes(50));
        assertThat(guard.takeNewPause()).isEmpty();
    }

    /** Whoever was only told makes no more trial calls than whoever noticed, and after that one. */
    @Test
    void aPauseOfAnotherNodeEndsWithTrialCallsAfterTheOthers() {
        assertThat(guard.pausedByOthers(Duration.ofSeconds(10))).as("news").isTrue();
        pass(Duration.ofSeconds(10));
        assertThat(guard.pausedByOthers(Duration.ZERO)).as("news").isFalse();
        assertThat(letIn()).as("while the other tries").isZero();
        pass(GatewayGuard.OTHERS_TRY_FIRST);
        assertThat(letIn()).as("trial calls, of a window of 2").isEqualTo(1);
        guard.answered(Outcome.error("broken"), Duration.ofMillis(1));
        assertThat(letIn()).as("open again").isZero();
        assertThat(guard.takeNewPause()).contains(Duration.ofHours(1));
    }

    @Test
    void aGatewayThatWorksAgainIsCalledAgain() {
        guard.pausedByOthers(Duration.ofSeconds(10));
        pass(Duration.ofSeconds(11));
        assertThat(letIn()).isEqualTo(1);
        guard.answered(Outcome.accepted("1"), Duration.ofMillis(1));
        guard.leave();
        assertThat(letIn()).as("all slots").isEqualTo(10);
        assertThat(guard.takeNewPause()).isEmpty();
    }

    /** Somebody deleted its row. */
    @Test
    void aPauseThatIsTakenBackEnds() {
        guard.pausedByOthers(Duration.ofDays(1));
        guard.pausedByNobodyElse();
        assertThat(letIn()).isZero();
        pass(GatewayGuard.OTHERS_TRY_FIRST);
        assertThat(letIn()).isEqualTo(1);
    }

    /** The database's clock went back after it was told, or somebody wrote it by hand. */
    @Test
    void aPauseIsHeededForNoLongerThanOneFromHereWouldLast() {
        Duration years = Duration.ofDays(50_000);
        assertThat(guard.pausedByOthers(years)).as("news").isTrue();
        pass(Duration.ofHours(1));
        assertThat(guard.pausedByOthers(years.minusHours(1))).as("news").isFalse();
        assertThat(letIn()).as("while the other would try").isZero();
        pass(GatewayGuard.OTHERS_TRY_FIRST);
        assertThat(guard.pausedByOthers(years.minusHours(1).minusSeconds(1)))
                .as("news")
                .isFalse();
        assertThat(letIn()).as("trial calls").isEqualTo(1);
        guard.answered(Outcome.accepted("1"), Duration.ofMillis(1));
        guard.leave();
        pass(Duration.ofMillis(250));
        assertThat(guard.pausedByOthers(years.minusHours(1).minusMillis(1_240))).isFalse();
        assertThat(letIn()).as("all slots").isEqualTo(10);
        assertThat(guard.pausedByOthers(Duration.ofMinutes(1)))
                .as("another pause")
                .isTrue();
        guard.leave();
        assertThat(letIn()).isZero();
    }
}
