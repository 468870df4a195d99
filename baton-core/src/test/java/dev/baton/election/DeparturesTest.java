package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whoever waits for the end of a term hears of it, whatever ended it and whenever. */
class DeparturesTest {

    private static final LeaderToken TERM = new LeaderToken("r", "me", 1);

    private final Departures departures = new Departures();

    private CompletableFuture<Void> transfer() {
        return departures.untilTransferred(TERM, () -> true);
    }

    @Test
    void aTransferEndsWithItsTerm() {
        CompletableFuture<Void> handedOver = transfer();
        departures.announced(LeadershipEvent.of(Kind.LEADER_TRANSFERRED, "r", "me", 1));
        assertThat(handedOver).isCompleted();

        CompletableFuture<Void> lost = transfer();
        departures.announced(LeadershipEvent.of(Kind.LEADER_LOST, "r", "me", 1));
        assertThat(lost).isCompletedExceptionally();
    }

    /** However it ends, nobody waits for it any longer; and its end is that of no other term. */
    @Test
    void whateverEndsATermIsAnAnswer() {
        for (Kind ending : List.of(Kind.LEADER_LOST, Kind.LEADER_RELEASED, Kind.LEADER_DRAINED)) {
            CompletableFuture<Void> transfer = transfer();
            CompletableFuture<Void> drain = departures.untilResting();
            departures.announced(LeadershipEvent.of(Kind.LEADER_RENEWED, "r", "me", 1));
            assertThat(drain).as("%s", ending).isNotDone();
            departures.announced(LeadershipEvent.of(ending, "r", "me", 2));
            assertThat(transfer).as("%s", ending).isNotDone();
            assertThat(drain).as("%s", ending).isCompleted();
            departures.announced(LeadershipEvent.of(ending, "r", "me", 1));
            assertThat(transfer).as("%s", ending).isCompletedExceptionally();
        }
    }

    /** Its end was announced before anybody waited for it. */
    @Test
    void aTransferOfATermThatIsOverFails() {
        assertThat(departures.untilTransferred(TERM, () -> false)).isCompletedExceptionally();
    }

    @Test
    void nobodyWaitsAfterADefectOrTheEndOfTheCampaign() {
        CompletableFuture<Void> forgotten = transfer();
        departures.termForgotten();
        assertThat(forgotten).isCompletedExceptionally();

        CompletableFuture<Void> stays = transfer();
        departures.close();
        assertThat(stays).isCompletedExceptionally();
        assertThat(transfer()).isCompletedExceptionally();
        assertThat(departures.untilResting()).isCompleted();
    }
}
