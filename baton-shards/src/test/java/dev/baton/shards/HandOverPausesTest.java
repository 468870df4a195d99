package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A node that lives and does not take what is left to it is left to in peace, for longer each time. */
class HandOverPausesTest {

    private final HandOverPauses pauses = new HandOverPauses();
    private long epoch = 7;

    private static long at(long second) {
        return TimeUnit.SECONDS.toNanos(second);
    }

    private boolean may(String to, long second) {
        return pauses.mayHandOver(to, at(second));
    }

    /** Left to a node, and led here again as the next term. */
    private boolean inVain(String to, long second) {
        pauses.handedOver(to, epoch);
        return pauses.began(++epoch, at(second));
    }

    @Test
    void waitsLongerEachTimeUpToABound() {
        assertThat(pauses.began(epoch, at(0))).isFalse();
        assertThat(may("b", 0)).isTrue();
        long now = 0;
        for (long pause : new long[] {5, 10, 20, 40, 40}) {
            assertThat(inVain("b", now)).isTrue();
            assertThat(may("b", now + pause - 1)).as("%s", pause).isFalse();
            now += pause;
            assertThat(may("b", now)).as("%s", pause).isTrue();
        }
    }

    @Test
    void anotherOwnerNeedNotWait() {
        inVain("b", 0);
        inVain("b", 0);
        assertThat(may("c", 0)).isTrue();
        assertThat(inVain("c", 1)).isTrue();
        assertThat(may("c", 5)).as("counted anew").isFalse();
        assertThat(may("c", 6)).isTrue();
    }

    @Test
    void whoHasLedItInBetweenNeedNotWait() {
        inVain("b", 0);
        pauses.handedOver("b", epoch);
        epoch += 2; // b's term, and the next
        assertThat(pauses.began(epoch, at(1))).isFalse();
        assertThat(may("b", 1)).isTrue();
    }

    @Test
    void aTermAfterALossIsNoHandOver() {
        assertThat(pauses.began(++epoch, at(0))).isFalse();
        assertThat(pauses.began(++epoch, at(1))).isFalse();
        assertThat(may("b", 1)).isTrue();
    }
}
