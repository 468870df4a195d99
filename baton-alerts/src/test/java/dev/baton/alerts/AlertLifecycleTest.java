package dev.baton.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.alerts.condition.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AlertLifecycleTest {

    private static final AlertRule RULE =
            new AlertRule("a", Condition.parse("up == 0"), Duration.ofSeconds(30), Severity.CRITICAL, List.of("log"));

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Optional<Alert> alert = Optional.empty();

    private AlertState after(long seconds, boolean met) {
        now = now.plusSeconds(seconds);
        AlertLifecycle judge = new AlertLifecycle(now, Duration.ofMinutes(1));
        alert = Optional.of(judge.next(RULE, alert, new Condition.Verdict(met, OptionalDouble.empty())));
        return alert.get().state();
    }

    @Test
    void firesWhenTheConditionHasHeldForLongEnough() {
        assertThat(after(0, false)).isEqualTo(AlertState.INACTIVE);
        assertThat(after(5, true)).isEqualTo(AlertState.PENDING);
        assertThat(after(29, true)).isEqualTo(AlertState.PENDING);
        assertThat(after(1, true)).isEqualTo(AlertState.FIRING);
        assertThat(after(5, true)).isEqualTo(AlertState.FIRING);
        assertThat(after(5, false)).isEqualTo(AlertState.RESOLVED);
        assertThat(after(5, false)).isEqualTo(AlertState.RESOLVED);
        assertThat(after(5, true)).isEqualTo(AlertState.PENDING);
    }

    @Test
    void aPauseOfTheConditionBeginsAnew() {
        after(0, true);
        after(29, true);
        assertThat(after(1, false)).isEqualTo(AlertState.INACTIVE);
        assertThat(after(1, true)).isEqualTo(AlertState.PENDING);
        assertThat(after(29, true)).isEqualTo(AlertState.PENDING);
    }

    @Test
    void whatNobodyLookedAtForALongTimeBeginsAnew() {
        after(0, true);
        assertThat(after(120, true)).isEqualTo(AlertState.PENDING);
        assertThat(after(30, true)).isEqualTo(AlertState.FIRING);
    }
}
