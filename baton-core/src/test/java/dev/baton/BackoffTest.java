package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final Backoff BACKOFF = Backoff.DEFAULT;

    @Test
    void aRefusalPausesBetweenMinAndMax() {
        assertThat(BACKOFF.afterRefusal(0)).isEqualTo(BACKOFF.min());
        assertThat(BACKOFF.afterRefusal(0.999)).isBetween(BACKOFF.min(), BACKOFF.max());
    }

    @Test
    void errorsInARowPauseLongerUpToTheCap() {
        assertThat(BACKOFF.afterErrors(1, 0.5)).isEqualTo(Duration.ofMillis(500));
        assertThat(BACKOFF.afterErrors(2, 0.5)).isEqualTo(Duration.ofMillis(900));
        assertThat(BACKOFF.afterErrors(1_000_000, 0.9999)).isLessThanOrEqualTo(BACKOFF.errorMax());
    }

    @Test
    void refusesABackOffThatShrinks() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(5)))
                .withMessageContaining("backoff_min (2 s) <= backoff_max (1 s)");
    }
}
