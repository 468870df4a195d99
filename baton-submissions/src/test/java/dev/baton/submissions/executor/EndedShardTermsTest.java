package dev.baton.submissions.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.submissions.store.ExecutorTerms.Entered;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndedShardTermsTest {

    private static final LeaderToken TERM = new LeaderToken("group.3", "node#1", 7);
    private static final Entered LIVE = new Entered(TERM, false, Duration.ofSeconds(2));
    private static final Entered OVER = new Entered(TERM, true, Duration.ofSeconds(2));
    private static final Entered LEFT = new Entered(TERM, true, Duration.ZERO);

    private final EndedShardTerms terms = new EndedShardTerms();

    private List<Entered> at(long millis, Entered seen) {
        return terms.ended(List.of(seen), Duration.ofMillis(millis).toNanos());
    }

    @Test
    void aTermHasEndedOnceItLookedSoForAsLongAsItsGateMayBeOpen() {
        assertThat(at(-5_000, LIVE)).isEmpty();
        assertThat(at(-3_000, OVER)).as("it may be open still").isEmpty();
        assertThat(at(-1_001, OVER)).isEmpty();
        assertThat(at(-1_000, OVER)).containsExactly(OVER);
    }

    @Test
    void aHeartbeatInBetweenShowsThatItLives() {
        assertThat(at(0, OVER)).isEmpty();
        assertThat(at(1_500, LIVE)).isEmpty();
        assertThat(at(2_500, OVER)).isEmpty();
        assertThat(at(4_499, OVER)).isEmpty();
        assertThat(at(4_500, OVER)).containsExactly(OVER);
    }

    @Test
    void whoeverLeftIsNotWaitedFor() {
        assertThat(at(0, LEFT)).containsExactly(LEFT);
    }

    /** Whatever somebody has written into a lease. */
    @Test
    void aWindowOfAnyLengthCanBeWaitedFor() {
        Entered forEver = new Entered(TERM, true, Duration.ofMillis(Long.MAX_VALUE));
        assertThat(at(0, forEver)).isEmpty();
        assertThat(at(10_000, forEver)).isEmpty();
        assertThat(at(20_000, OVER)).containsExactly(OVER);
    }
}
