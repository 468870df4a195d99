package dev.baton.submissions.executor.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.store.Lanes;
import org.junit.jupiter.api.Test;

class LaneShareTest {

    @Test
    void everythingHasNothingForeign() {
        assertThat(LaneShare.all().covers("a")).isTrue();
        assertThat(LaneShare.all().foreign()).isEmpty();
    }

    @Test
    void whatBelongsToOthersIsListedOnceItIsKnown() {
        LaneShare share = LaneShare.of(lane -> lane.startsWith("own"));
        assertThat(share.covers("own#1")).isTrue();
        assertThat(share.foreign()).isEmpty();
        assertThat(share.covers("other")).isFalse();
        assertThat(share.foreign()).isEqualTo(",other,");
    }

    /** A list is compared as text: one such name in it would hide {@code own} from its own shard. */
    @Test
    void namesThatCouldHideOthersAreNotListed() {
        LaneShare share = LaneShare.of(lane -> lane.equals("own"));
        assertThat(share.covers("x,own,y")).isFalse();
        assertThat(share.covers("\u0436")).isFalse();
        assertThat(share.foreign()).isEmpty();
    }

    @Test
    void aLaneSaysWhoseItIs() {
        assertThat(Lanes.divided("sms", "orders")).isEqualTo("sms#" + ORDERS);
        assertThat(Lanes.gatewayOf("sms#" + ORDERS)).isEqualTo("sms");
        assertThat(Lanes.gatewayOf("sms")).isEqualTo("sms");
        assertThat(Lanes.gatewayOf("sms#1")).isEqualTo("sms#1");
        assertThat(Lanes.canDivide("x".repeat(91), 100)).isTrue();
        assertThat(Lanes.canDivide("x".repeat(92), 100)).isFalse();
    }

    /** The first four bytes of the SHA-256 of {@code orders}; stored with intents, so it may never change. */
    private static final String ORDERS = "1c168adb";
}
