package dev.baton.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LookPausesTest {

    private static final Duration POLL = Duration.ofHours(1);

    private long now;
    private final LookPauses pauses = new LookPauses(() -> now, POLL);

    @Test
    void whoFindsNothingPausesTwiceAsLongEachTimeUpToThePollInterval() {
        assertThat(pauses.afterFind()).isEqualTo(LookPauses.SHORTEST);
        assertThat(pauses.afterVainLook()).isEqualTo(LookPauses.SHORTEST.multipliedBy(2));
        becomeIdle();
        assertThat(pauses.afterFind()).isEqualTo(LookPauses.SHORTEST);
    }

    @Test
    void aVainHintCostsTenLooksAndThenThePauseIsAsLongAsBefore() {
        becomeIdle();
        pauses.told();
        assertThat(looksUntilIdle()).isBetween(8, 12);
        assertThat(now).isBetween(LookPauses.LOOKED_FOR.toNanos(), LookPauses.LOOKED_FOR.toNanos() * 6 / 5);
        assertThat(pauses.afterVainLook()).isEqualTo(POLL);
    }

    /** As on a cluster where other workers are faster all the time. */
    @Test
    void manyVainHintsCostALookEachAndOneASecond() {
        becomeIdle();
        int hints = 0;
        int looks = 0;
        long told = 0;
        while (now < Duration.ofMinutes(1).toNanos()) {
            if (now >= told) {
                hints++;
                told = now + Duration.ofMillis(300).toNanos();
                pauses.told();
            }
            looks++;
            now += Math.min(pauses.afterVainLook().toNanos(), told - now);
        }
        assertThat(looks).isBetween(hints, hints + 60);
    }

    @Test
    void aHintThatComesWhileAnotherIsLookedForIsLookedForAsLong() {
        becomeIdle();
        pauses.told();
        now = LookPauses.LOOKED_FOR.toNanos() - 1;
        pauses.told();
        now += LookPauses.LOOKED_FOR.toNanos() - 1;
        assertThat(pauses.afterVainLook()).isLessThanOrEqualTo(LookPauses.LONGEST_WHILE_TOLD);
    }

    private void becomeIdle() {
        while (pauses.afterVainLook().compareTo(POLL) < 0) {
            assertThat(now).isZero();
        }
    }

    private int looksUntilIdle() {
        for (int looks = 1; ; looks++) {
            Duration pause = pauses.afterVainLook();
            if (pause.compareTo(LookPauses.LONGEST_WHILE_TOLD) > 0) {
                return looks;
            }
            now += pause.toNanos();
        }
    }
}
