package dev.baton.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PassedOverTest {

    private final AtomicLong time = new AtomicLong();
    private final PassedOver<Integer> passedOver = new PassedOver<>(time::get, Duration.ofNanos(10));

    @Test
    void eachIsPassedOverForAsLongAsTheOthers() {
        passedOver.add(1);
        time.set(5);
        passedOver.add(2);
        assertThat(passedOver.all()).containsExactlyInAnyOrder(1, 2);
        time.set(10);
        assertThat(passedOver.all()).containsExactly(2);
        time.set(15);
        assertThat(passedOver.all()).isEmpty();
    }

    @Test
    void theyAreNotMoreThanCanBeNamedToADatabase() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(passedOver.add(i)).isTrue();
        }
        assertThat(passedOver.add(-1)).isFalse();
        assertThat(passedOver.all()).hasSize(10_000).doesNotContain(-1);
    }
}
