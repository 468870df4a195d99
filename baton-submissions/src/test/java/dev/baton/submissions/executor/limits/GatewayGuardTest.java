package dev.baton.submissions.executor.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.Outcome;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GatewayGuardTest {

    private final AtomicLong now = new AtomicLong();
    private final GatewayGuard guard = new GatewayGuard(
            "fake", GatewayLimits.DEFAULT.breaker(50, 2, Duration.ofHours(1)), 10, new StopwatchClock(now::get));

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
}
