package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way a term ends against its will, and that none of them is hidden by a retry. */
public interface LossContract extends Contract {

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void stopsImmediatelyOnLeaseLoss(Strategy strategy) throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Node node = cluster().node("one");
        Campaign campaign = node.baton().campaign(Candidacy.of(role()).with(strategy), term -> {
            working.countDown();
            try {
                term.awaitOver(TestPatience.LONGEST_WAIT);
            } finally {
                ended.countDown();
            }
        });
        LeaderToken old = Node.leads(campaign);
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
        table().revoke(role());
        node.events().await(Kind.LEADER_LOST, role());
        assertThatThrownBy(() -> campaign.gate().ensureEpoch(old.epoch())).hasMessageContaining("does not lead");
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        Waits.until("the role is led again, above the revoked epoch", () -> {
            return campaign.awaitLeadership(TestPatience.LONGEST_WAIT)
                            .orElseThrow()
                            .epoch()
                    == old.epoch() + 2;
        });
    }

    /** The writer finds out before the next heartbeat does, and the gate is shut when it has. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void refusedFenceShutsTheGateAtOnce(Strategy strategy) throws Exception {
        Node node = cluster().node("one");
        Campaign campaign = node.campaign(role(), slowBeats(strategy));
        LeaderToken token = Node.leads(campaign);
        table().revoke(role());
        try (Connection connection = database().dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> node.baton().fence().enter(connection, token))
                    .isInstanceOfSatisfying(
                            StaleTokenException.class,
                            refused -> assertThat(refused.refusal()).isEqualTo(StaleTokenException.Refusal.SUPERSEDED));
        }
        assertThatThrownBy(() -> campaign.gate().ensureEpoch(token.epoch())).hasMessageContaining("does not lead");
        node.events().await(Kind.FENCED_WRITE_REJECTED, role());
        node.events().await(Kind.LEADER_LOST, role());
    }

    /** The same way of electing with heartbeats so rare that none comes by during the test. */
    private static Strategy slowBeats(Strategy strategy) {
        Duration beat = Duration.ofSeconds(20);
        return strategy instanceof Strategy.Session session
                ? new Strategy.Session(
                        beat, beat.multipliedBy(2), beat.multipliedBy(3), Duration.ofSeconds(2), session.takeover())
                : new Strategy.Lease(beat.multipliedBy(3), beat, Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void anyErrorOfARenewalEndsTheTerm(Strategy strategy) throws Exception {
        Node node = cluster().node("one");
        Campaign campaign = node.campaign(role(), strategy);
        LeaderToken token = Node.leads(campaign);
        node.crash();
        node.events().await(Kind.LEADER_RENEW_FAILED, role());
        assertThat(node.events().await(Kind.LEADER_LOST, role()).epoch()).isEqualTo(token.epoch());
        assertThat(campaign.gate().isLeader()).isFalse();
        assertThat(node.events().all(Kind.LEADER_RENEW_FAILED, role())).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void deletedRowEndsTheTermAndTheEpochGoesOn(Strategy strategy) throws Exception {
        Node node = cluster().node("one");
        Campaign campaign = node.campaign(role(), strategy);
        LeaderToken token = Node.leads(campaign);
        table().delete(role());
        node.events().await(Kind.LEADER_LOST, role());
        node.events().await(Kind.GATE_OPENED, role(), event -> event.epoch() > token.epoch());
        assertThat(table().term(role(), token.epoch())).containsExactly("acquired", "lost");
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void steppingDownEndsTheTermAtOnce(Strategy strategy) throws Exception {
        Node node = cluster().node("one");
        Campaign campaign = node.campaign(role(), strategy);
        LeaderToken token = Node.leads(campaign);
        campaign.stepDown(token, "its schedule could not be rebuilt");
        assertThatThrownBy(() -> campaign.gate().ensureEpoch(token.epoch())).hasMessageContaining("does not lead");
        assertThat(node.events().await(Kind.LEADER_LOST, role()).reason()).contains("schedule");
        node.events().await(Kind.GATE_OPENED, role(), event -> event.epoch() > token.epoch());
    }

    /** A leader that is not well must not elect itself again and again while others would be. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void termThatWasGivenUpGoesToAnother(Strategy strategy) throws Exception {
        Strategy patient = strategy instanceof Strategy.Lease ? LifecycleContract.RARELY_LOOKED_AT : strategy;
        Node one = cluster().node("one");
        Campaign a = one.campaign(role(), patient);
        LeaderToken token = Node.leads(a);
        Campaign b = cluster().node("two").campaign(role(), patient);
        int asked = strategy instanceof Strategy.Lease ? 1 : 2;
        Waits.until("it waits", () -> b.attempts() >= asked);
        a.stepDown(token, "its disk is full");
        Waits.until("somebody leads", () -> a.gate().isLeader() || b.gate().isLeader());
        assertThat(b.gate().isLeader()).isTrue();
        assertThat(table().term(role(), token.epoch())).containsExactly("acquired", "lost");
    }

    /** Whether it knows of others or not: one that is not told of the release is about to look. */
    @Test
    default void whoGaveUpALeaseLeavesItToOthersForAWhile() throws Exception {
        Campaign alone = cluster().node("one").campaign(role(), lease());
        LeaderToken token = Node.leads(alone);
        alone.stepDown(token, "its disk is full");
        Waits.until("it leads again", () -> table().row(role()).orElseThrow().epoch() > token.epoch());
        List<LeaseTable.Line> history = table().history(role());
        assertThat(history).extracting(LeaseTable.Line::event).containsExactly("acquired", "lost", "acquired");
        assertThat(Duration.between(history.get(1).at(), history.get(2).at()))
                .as("how long it stayed free, by the database's clock")
                .isGreaterThan(Duration.ofMillis(1500));
    }

    /** An instance whose old work hangs would lead and do nothing: the role goes to another, and the log says why. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void instanceWhoseOldWorkHangsDoesNotStand(Strategy strategy) throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        Node one = cluster().node("one");
        Campaign a = one.baton().campaign(Candidacy.of(role()).with(strategy), term -> {
            hang(mayEnd);
            term.awaitOver(TestPatience.LONGEST_WAIT);
        });
        LeaderToken token = Node.leads(a);
        Campaign b = cluster().node("two").campaign(role(), strategy);
        Waits.until("it waits", () -> b.attempts() >= 2);
        a.stepDown(token, "its disk is full");
        LeaderToken next = Node.leads(b);
        assertThat(one.events().await(Kind.LEADER_ACQUIRE_FAILED, role()).reason())
                .contains("the work of term " + token.epoch() + " was told to end and still runs");
        b.drain().join();
        assertThat(a.gate().isLeader()).isFalse();
        assertThat(a.heldUpByOldWork()).isPositive();
        mayEnd.countDown();
        assertThat(Node.leads(a).epoch()).isEqualTo(next.epoch() + 1);
    }

    /** Work that no interruption ends. */
    private static void hang(CountDownLatch mayEnd) {
        boolean interrupted = false;
        while (mayEnd.getCount() > 0) {
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** With a session nobody can have taken over in between: the expiry alone costs the gate, not the term. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void refusalForExpiryAloneCostsALeaseItsTermAndASessionAHeartbeat(Strategy strategy) throws Exception {
        Node node = cluster().node("one");
        Campaign campaign = node.campaign(role(), slowBeats(strategy));
        LeaderToken token = Node.leads(campaign);
        table().expire(role());
        try (Connection connection = database().dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> node.baton().fence().enter(connection, token))
                    .isInstanceOfSatisfying(
                            StaleTokenException.class,
                            refused -> assertThat(refused.refusal()).isEqualTo(StaleTokenException.Refusal.EXPIRED));
        }
        boolean session = strategy instanceof Strategy.Session;
        long expected = session ? token.epoch() : token.epoch() + 1;
        Waits.until("the gate is open again", () -> campaign.gate().isLeader());
        assertThat(campaign.gate().requireLeader().epoch()).isEqualTo(expected);
        if (!session) {
            node.events().await(Kind.LEADER_LOST, role());
        }
        assertThat(node.events().all(Kind.LEADER_LOST, role())).hasSize(session ? 0 : 1);
    }
}
