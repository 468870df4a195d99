package dev.baton.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** By a clock that the test moves. */
class TokenBucketTest {

    private final TokenBucket bucket = new TokenBucket(20, 2);

    private boolean takeAt(long millis) {
        boolean ready = bucket.isReady(TimeUnit.MILLISECONDS.toNanos(millis));
        if (ready) {
            bucket.take();
        }
        return ready;
    }

    @Test
    void aTenthOfASecondsWorthAtOnceThenEvenly() {
        assertThat(takeAt(0)).isTrue();
        assertThat(takeAt(0)).isTrue();
        assertThat(takeAt(0)).isFalse();
        assertThat(bucket.readyAt()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
        assertThat(takeAt(49)).isFalse();
        assertThat(takeAt(50)).isTrue();
        assertThat(takeAt(51)).isFalse();
    }

    @Test
    void aLongPauseSavesUpNoMoreThanThat() {
        assertThat(takeAt(0)).isTrue();
        assertThat(takeAt(3_600_000)).isTrue();
        assertThat(takeAt(3_600_000)).isTrue();
        assertThat(takeAt(3_600_000)).isFalse();
    }

    @Test
    void neverMoreThanTheRateInAnyWindow() {
        int taken = 0;
        for (long at = 0; at <= 10_000; at++) {
            taken += takeAt(at) ? 1 : 0;
            assertThat(taken).isLessThanOrEqualTo(2 + (int) (at * 20 / 1000));
        }
        assertThat(taken).isGreaterThan(195);
    }
}
