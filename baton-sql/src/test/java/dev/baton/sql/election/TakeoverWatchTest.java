package dev.baton.sql.election;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TakeoverWatchTest {

    /** Two looks in a row have to come before InnoDB gives up, which counts in seconds. */
    @Test
    void looksEightTimesWithinThePatienceOfATakeoverOrEverySecond() {
        assertThat(TakeoverWatch.interval(Duration.ofMillis(2400))).isEqualTo(Duration.ofMillis(300));
        assertThat(TakeoverWatch.interval(Duration.ofMinutes(1))).isEqualTo(Duration.ofSeconds(1));
    }

    /** InnoDB shows nothing new to who looks again within a tenth of a second, and counts that from the last look. */
    @Test
    void neverLooksSoOftenThatNothingNewIsShown() {
        assertThat(TakeoverWatch.interval(Duration.ofMillis(375))).isGreaterThan(Duration.ofMillis(100));
        assertThat(TakeoverWatch.interval(Duration.ZERO)).isGreaterThan(Duration.ofMillis(100));
    }
}
