package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Backoff;
import dev.baton.Campaign;
import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Strategy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A campaign is a handle like any other: it ends with its block, and closing it once more changes nothing. */
class CampaignHandleTest {

    private static Campaign elected(Announcer announcer) {
        Candidate candidate = new Candidate(
                "mail",
                "a-1",
                "a",
                Strategy.session(),
                7,
                Backoff.DEFAULT,
                false,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15));
        Elector elector =
                new Elector(candidate, new WarmUp.AgreeableStore(candidate.strategy()), Optional.empty(), announcer);
        elector.start(false);
        return elector;
    }

    @Test
    void anElectedCampaignEndsWithItsBlock() throws InterruptedException {
        try (Announcer mute = Announcer.mute()) {
            Campaign campaign = elected(mute);
            LeaderGate gate = campaign.gate();
            try (campaign) {
                assertThat(campaign.awaitLeadership(Duration.ofMinutes(1))).isPresent();
            }
            assertThat(gate.isLeader()).isFalse();
            assertThat(campaign.standing()).isEqualTo(Campaign.Standing.RESTING);
            campaign.close();
            assertThat(campaign.standing()).isEqualTo(Campaign.Standing.RESTING);
        }
    }

    @Test
    void aCampaignThatIsNotElectedEndsWithItsBlock() {
        FixedCampaign campaign = unelected(Optional.empty());
        LeaderGate gate = campaign.gate();
        try (campaign) {
            assertThat(gate.isLeader()).isTrue();
        }
        campaign.close();
        assertThat(gate.isLeader()).isFalse();
    }

    private static FixedCampaign unelected(Optional<LeaderWork> work) {
        FixedCampaign campaign = new FixedCampaign(
                new LeaderToken("mail", "a-1", 0), true, Duration.ofSeconds(5), Duration.ofMillis(1), work);
        campaign.start();
        return campaign;
    }

    @Test
    void workThatFailsWithoutAnElectionBeginsAgainUntilItIsClosed() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(3);
        FixedCampaign campaign = unelected(Optional.of(term -> {
            begun.countDown();
            throw new IllegalStateException("its database was away");
        }));
        try (campaign) {
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(campaign.gate().isLeader()).isTrue();
        }
        assertThat(campaign.isClosed()).isTrue();
        assertThat(campaign.standing()).isEqualTo(Campaign.Standing.RESTING);
    }
}
