package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
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
