package dev.baton.submissions.executor.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.Signal;
import org.junit.jupiter.api.Test;

class CallSlotsTest {

    private final CallSlots slots = new CallSlots(3);
    private final Signal one = new Signal();
    private final Signal two = new Signal();
    private final Signal three = new Signal();

    @Test
    void noMoreThanThereAre() {
        assertThat(slots.take(one, 2)).isEqualTo(2);
        assertThat(slots.take(two, 2)).isEqualTo(1);
        assertThat(slots.take(two, 2)).isZero();
        slots.giveBack(2);
        assertThat(slots.take(two, 5)).isEqualTo(2);
    }

    @Test
    void whoeverWasRefusedIsSignalledAndComesBeforeThoseThatHaveSome() throws InterruptedException {
        assertThat(slots.take(one, 3)).isEqualTo(3);
        assertThat(slots.take(two, 3)).isZero();
        slots.giveBack(1);
        assertThat(two.await(0)).isTrue();
        assertThat(slots.take(one, 3)).as("one is left for the other").isZero();
        assertThat(slots.take(two, 3)).isEqualTo(1);
        slots.giveBack(2);
        assertThat(one.await(0)).isTrue();
        assertThat(slots.take(one, 3)).isEqualTo(2);
    }

    @Test
    void onlyAsManyAreSignalledAsThereAreSlots() throws InterruptedException {
        slots.take(one, 3);
        slots.take(two, 1);
        slots.take(three, 1);
        slots.giveBack(1);
        assertThat(two.await(0)).isTrue();
        assertThat(three.await(0)).isFalse();
    }

    @Test
    void whoeverWaitsNoLongerHasTheNextOneSignalled() throws InterruptedException {
        slots.take(one, 3);
        slots.take(two, 1);
        slots.take(three, 1);
        slots.giveBack(1);
        slots.forget(two);
        assertThat(three.await(0)).isTrue();
        assertThat(slots.take(three, 1)).isEqualTo(1);
    }
}
