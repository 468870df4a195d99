package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Strategy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Instances of one role that are set differently, and what is owed to whom after a fail-over. */
class SuccessionSettingsTest {

    private static final Strategy.Lease MINUTE = Strategy.lease60();
    private static final Strategy.Lease TEN_MINUTES =
            new Strategy.Lease(Duration.ofMinutes(10), Duration.ofMinutes(1), Duration.ofMinutes(10));
    private static final Strategy.Session SESSION = Strategy.session();
    private static final long KEY = 1;
    private static final long HERE = 1;
    private static final long ELSEWHERE = 3;

    /** Only who would act beside a living holder is refused for its settings. */
    @Test
    void settingsAreComparedWithThoseOfALivingHolderAlone() {
        for (LeaseRowBuilder row : List.of(row(MINUTE), row(SESSION).scopeKey(KEY + 1))) {
            assertThat(outcome(row.build(), HERE)).isInstanceOf(Outcome.Refused.class);
        }
        for (Optional<LeaseRow> passed : List.of(
                row(MINUTE).expired(true).build(),
                row(MINUTE).released(true).build(),
                row(MINUTE).holder("me").build(),
                row(SESSION).scopeKey(KEY + 1).expired(true).build(),
                row(SESSION).scopeKey(KEY + 1).released(true).build(),
                row(SESSION).scopeKey(KEY + 1).holder("me").build(),
                row(SESSION).scopeKey(0).build(),
                row(SESSION).scopeKey(KEY).build(),
                row(MINUTE).byHand().build())) {
            assertThat(Succession.judge(passed, bid(SESSION), at(HERE), Optional.empty()))
                    .as("%s", passed)
                    .isInstanceOf(Succession.Granted.class);
        }
        assertThat(granted(row(MINUTE).build(), bid(SESSION), ELSEWHERE).epoch())
                .as("what another history calls alive proves nothing")
                .isEqualTo(ELSEWHERE << 32);
    }

    @Test
    void aRefusalSaysWhatDiffers() {
        assertThat(refusal(row(MINUTE)))
                .contains("held by you with strategy lease and takeover exclusive")
                .contains("set to session and exclusive");
        assertThat(refusal(row(SESSION).scopeKey(99))).contains("held by you under lock key 99, this instance has 1");
    }

    private static String refusal(LeaseRowBuilder row) {
        return ((Outcome.Refused) outcome(row.build(), HERE)).reason();
    }

    /** Where timelines have numbers, terms of one timeline follow each other as anywhere else. */
    @Test
    void epochsOfALaterTimelineGrowByOne() {
        for (long epoch : new long[] {ELSEWHERE << 32, (ELSEWHERE << 32) + 41}) {
            Optional<LeaseRow> row =
                    row(SESSION).timeline(ELSEWHERE).epoch(epoch).released(true).build();
            assertThat(granted(row, bid(SESSION), ELSEWHERE).epoch()).isEqualTo(epoch + 1);
        }
    }

    /** Nobody waits for the larger window of a predecessor that left in order. */
    @Test
    void theWindowOfWhoLeftIsForgotten() {
        Optional<LeaseRow> left = row(SESSION)
                .trust(SESSION.trustWindow().multipliedBy(4))
                .released(true)
                .build();
        assertThat(granted(left, bid(SESSION), HERE).trust()).isEqualTo(SESSION.trustWindow());
    }

    /** The terms that a fail-over lost may have been of the bidder's kind although the row is of another. */
    @Test
    void afterAFailOverTheLongerLeaseOfRowAndBidderIsWaitedFor() {
        assertThat(granted(row(SESSION).build(), bid(MINUTE), ELSEWHERE).quiet())
                .isEqualTo(MINUTE.lease());
        assertThat(granted(row(MINUTE).build(), bid(TEN_MINUTES), ELSEWHERE).quiet())
                .isEqualTo(TEN_MINUTES.lease());
        assertThat(granted(row(MINUTE).build(), lock(), ELSEWHERE).trust())
                .as("a lock has no gate, and leaves what the row's has")
                .isEqualTo(MINUTE.lease().negated());
    }

    /** A lock has left in the row that something is owed, and not to whom. */
    @Test
    void whatALockLeftIsWaitedForAndAfterAFailOverALeaseToo() {
        LeaseRowBuilder owed = row(SESSION).trust(Duration.ofMillis(-1)).expired(true);
        assertThat(granted(owed.build(), bid(SESSION), HERE).quiet()).isEqualTo(SESSION.trustWindow());
        assertThat(granted(owed.build(), bid(SESSION), ELSEWHERE).quiet()).isEqualTo(SESSION.lease());
    }

    private static Outcome outcome(Optional<LeaseRow> row, long timeline) {
        return ((Succession.Denied) Succession.judge(row, bid(SESSION), at(timeline), Optional.empty())).outcome();
    }

    private static Succession.Granted granted(Optional<LeaseRow> row, Bid bid, long timeline) {
        return (Succession.Granted) Succession.judge(row, bid, at(timeline), Optional.empty());
    }

    private static DatabaseHistory at(long timeline) {
        return new DatabaseHistory(timeline, 0, 7, false);
    }

    private static Bid bid(Strategy strategy) {
        return new Bid("r", "me", "n1", strategy, KEY, false);
    }

    private static Bid lock() {
        return Bid.forLock("r", "me/1", "n1", TEN_MINUTES, KEY);
    }

    private static LeaseRowBuilder row(Strategy strategy) {
        return new LeaseRowBuilder(strategy);
    }
}
