package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException.Refusal;
import org.junit.jupiter.api.Test;

class FenceVerdictTest {

    private static final LeaderToken TOKEN = new LeaderToken("r", "me", 5);

    @Test
    void theCurrentTermPasses() {
        assertThat(FenceVerdict.judge(TOKEN, FenceDemand.UNEXPIRED, "me", 5, false, true))
                .isEmpty();
    }

    @Test
    void anotherHolderEpochOrTimelineSupersedes() {
        assertThat(FenceVerdict.judge(TOKEN, FenceDemand.CURRENT, "you", 5, false, true))
                .contains(Refusal.SUPERSEDED);
        assertThat(FenceVerdict.judge(TOKEN, FenceDemand.CURRENT, "me", 6, false, true))
                .contains(Refusal.SUPERSEDED);
        assertThat(FenceVerdict.judge(TOKEN, FenceDemand.CURRENT, "me", 4, false, true))
                .contains(Refusal.SUPERSEDED);
        assertThat(FenceVerdict.judge(TOKEN, FenceDemand.CURRENT, "me", 5, false, false))
                .contains(Refusal.SUPERSEDED);
    }

    @Test
    void expiryStopsWhatIsNewAndNotWhatIsDone() {
        assertThat(FenceVerdict.judge(TOKEN, FenceDemand.UNEXPIRED, "me", 5, true, true))
                .contains(Refusal.EXPIRED);
        assertThat(FenceVerdict.judge(TOKEN, FenceDemand.CURRENT, "me", 5, true, true))
                .isEmpty();
    }
}
