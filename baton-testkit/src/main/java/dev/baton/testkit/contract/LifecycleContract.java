package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Backoff;
import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.NotLeaderException;
import dev.baton.Strategy;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Leaving a role on purpose: drain, transfer, close; and who may take it then. */
public interface LifecycleContract extends Contract {

    /** Stands back for seconds. */
    Backoff COURTEOUS = new Backoff(Duration.ofSeconds(4), Duration.ofSeconds(5), Duration.ofSeconds(5));

    private static void await(CompletableFuture<Void> done) throws Exception {
        done.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** Waits until the others know of this node's candidacy, which transfers and preferences go by. */
    private void known(Node node) {
        Waits.until(
                node.id() + " is a known candidate",
                () -> !table().rows(
                                "SELECT preferred FROM baton_candidates WHERE lease_name = ? AND holder_id = ?",
                                r -> r.getBoolean(1),
                                role(),
                                node.baton().holderId())
                        .isEmpty());
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void drainWaitsForWorkWithTheGateOpen(Strategy strategy) throws Exception {
        CountDownLatch finish = new CountDownLatch(1);
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Node node = cluster().node("one");
        Campaign campaign = node.baton().campaign(Candidacy.of(role()).with(strategy), term -> {
            working.countDown();
            term.awaitOver(TestPatience.LONGEST_WAIT);
            asked.countDown();
            finish.await();
        });
        LeaderToken token = Node.leads(campaign);
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> drained = campaign.drain();
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(drained).isNotDone();
        campaign.gate().ensureEpoch(token.epoch());
        finish.countDown();
        await(drained);
        assertThat(campaign.gate().isLeader()).isFalse();
        assertThat(campaign.standing()).isEqualTo(Campaign.Standing.RESTING);
        assertThat(table().term(role(), token.epoch())).containsExactly("acquired", "drained");
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void drainWaitsForFencedTransactionsInFlight(Strategy strategy) throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        Node node = cluster().node("one");
        Campaign campaign = node.campaign(role(), strategy);
        LeaderToken token = Node.leads(campaign);
        CompletableFuture<Void> write = CompletableFuture.runAsync(() -> {
            try {
                node.baton().fenced(token, connection -> {
                    inside.countDown();
                    finish.await();
                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> drained = campaign.drain();
        int beats = node.events().all(Kind.LEADER_RENEWED, role()).size();
        Waits.until(
                "heartbeats go on, or it has left",
                () -> drained.isDone()
                        || node.events().all(Kind.LEADER_RENEWED, role()).size() >= beats + 2);
        assertThat(drained).isNotDone();
        finish.countDown();
        await(write);
        await(drained);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void drainDoesNotWaitForEver(Strategy strategy) throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Node node = cluster().node("one", settings -> settings.drainTimeout(Duration.ofMillis(200)));
        Campaign campaign = node.baton().campaign(Candidacy.of(role()).with(strategy), term -> {
            working.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
        });
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();
        await(campaign.drain());
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void drainedInstanceStaysAwayUntilUndrained(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        Node two = cluster().node("two");
        Campaign a = one.campaign(role(), strategy);
        Node.leads(a);
        Campaign b = two.campaign(role(), strategy);
        await(a.drain());
        assertThat(Node.leads(b).epoch()).isEqualTo(2);
        await(b.drain());
        assertThat(a.standing()).isEqualTo(Campaign.Standing.RESTING);
        assertThat(a.gate().isLeader()).isFalse();
        a.undrain();
        assertThat(Node.leads(a).epoch()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void closingReleasesTheRole(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        one.lead(role(), strategy);
        Campaign b = cluster().node("two").campaign(role(), strategy);
        one.close();
        one.close();
        assertThat(Node.leads(b).epoch()).isEqualTo(2);
        assertThat(table().term(role(), 1)).containsExactly("acquired", "released");
    }

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void transferGoesToTheNamedNodeThoughOthersQueue(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        Campaign a = one.campaign(role(), strategy);
        Node.leads(a);
        for (String other : new String[] {"two", "three"}) {
            Campaign queued = cluster().node(other).campaign(role(), strategy);
            Waits.until("it queues", () -> queued.attempts() >= 2);
        }
        Node four = cluster().node("four");
        Campaign d = four.campaign(role(), strategy);
        known(four);
        await(a.transferTo("four"));
        assertThat(Node.leads(d).epoch()).isEqualTo(2);
        assertThat(table().term(role(), 1)).containsExactly("acquired", "transferred");
        assertThat(table().row(role()))
                .get()
                .extracting(LeaseTable.Row::holderId)
                .isEqualTo(four.baton().holderId());
    }

    /** A lease whose followers look at it so rarely that no test waits for it. */
    Strategy.Lease RARELY_LOOKED_AT =
            new Strategy.Lease(Duration.ofMinutes(20), Duration.ofMinutes(1), Duration.ofMinutes(10));

    /** The successor sleeps for longer than the role stays reserved for it, and few databases announce anything. */
    @Test
    default void transferArrivesThoughTheNamedNodeLooksRarely() throws Exception {
        Campaign a = cluster().node("one").campaign(role(), RARELY_LOOKED_AT);
        Node.leads(a);
        Node two = cluster().node("two");
        Campaign b = two.campaign(role(), RARELY_LOOKED_AT);
        Waits.until("it waits", () -> b.attempts() >= 1);
        known(two);
        await(a.transferTo("two"));
        Waits.until(
                "somebody has taken it", () -> table().row(role()).orElseThrow().epoch() == 2);
        assertThat(table().row(role()))
                .get()
                .extracting(LeaseTable.Row::holderId)
                .isEqualTo(two.baton().holderId());
    }

    @Test
    default void closingHandsOverThoughFollowersLookRarely() throws Exception {
        Node one = cluster().node("one");
        one.lead(role(), RARELY_LOOKED_AT);
        Campaign b = cluster().node("two").campaign(role(), RARELY_LOOKED_AT);
        Waits.until("it waits", () -> b.attempts() >= 1);
        one.close();
        assertThat(Node.leads(b).epoch()).isEqualTo(2);
    }

    /** Whoever names a successor means it, also where a preferred instance gives the role away. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void transferGoesToTheNamedNodeThoughTheGiverIsPreferred(Strategy strategy) throws Exception {
        Campaign a =
                cluster().node("favourite", settings -> settings.preferred()).campaign(role(), strategy);
        Node.leads(a);
        Node two = cluster().node("two", settings -> settings.backoff(COURTEOUS));
        Campaign b = two.campaign(role(), strategy);
        Waits.until("it queues", () -> b.attempts() >= 2);
        known(two);
        await(a.transferTo("two"));
        Waits.until(
                "somebody has taken it", () -> table().row(role()).orElseThrow().epoch() == 2);
        assertThat(table().row(role()))
                .get()
                .extracting(LeaseTable.Row::holderId)
                .isEqualTo(two.baton().holderId());
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void reservationForADeadSuccessorEnds(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        Node dead = cluster().node("dead");
        Campaign a = one.campaign(role(), strategy);
        Node.leads(a);
        dead.campaign(role(), strategy);
        known(dead);
        dead.crash();
        Campaign c = cluster().node("three").campaign(role(), strategy);
        await(a.transferTo("dead"));
        Waits.until("somebody else leads", () -> a.gate().isLeader() || c.gate().isLeader());
        List<LeaseTable.Line> history = table().history(role());
        assertThat(history).extracting(LeaseTable.Line::event).containsExactly("acquired", "transferred", "acquired");
        assertThat(Duration.between(history.get(1).at(), history.get(2).at()))
                .as("how long it stayed reserved, by the database's clock")
                .isGreaterThan(Duration.ofMillis(1500));
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void transferThatCannotSucceedChangesNothing(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        Campaign a = one.campaign(role(), strategy);
        Node.leads(a);
        assertThatThrownBy(() -> await(a.transferTo("nowhere")))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("not a living candidate");
        Node two = cluster().node("two");
        Campaign b = two.campaign(role(), strategy);
        known(one);
        assertThatThrownBy(() -> await(b.transferTo("one"))).hasCauseInstanceOf(NotLeaderException.class);
        assertThat(table().history(role()))
                .as("a machine that stands still may end a term, a transfer that cannot succeed gives none up")
                .extracting(LeaseTable.Line::event)
                .doesNotContain("released", "drained", "transferred");
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void preferredInstanceGoesFirst(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        Campaign a = one.campaign(role(), strategy);
        Node.leads(a);
        Campaign plain =
                cluster().node("plain", settings -> settings.backoff(COURTEOUS)).campaign(role(), strategy);
        Waits.until("it queues", () -> plain.attempts() >= 2);
        Node favourite = cluster().node("favourite", settings -> settings.preferred());
        Campaign preferred = favourite.campaign(role(), alert(strategy));
        known(favourite);
        await(a.drain());
        assertThat(Node.leads(preferred).epoch()).isEqualTo(2);
    }

    /** Where nothing is announced, a preferred instance has to look within the time for which others stand back. */
    private static Strategy alert(Strategy strategy) {
        return strategy instanceof Strategy.Lease lease
                ? new Strategy.Lease(lease.lease(), lease.renewInterval(), Duration.ofMillis(100))
                : strategy;
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void observerNeverLeads(Strategy strategy) throws Exception {
        Node watcher = cluster().node("watcher", settings -> settings.observer());
        Campaign observing = watcher.campaign(role(), strategy);
        Node one = cluster().node("one");
        Campaign a = one.campaign(role(), strategy);
        Node.leads(a);
        await(a.drain());
        assertThat(observing.standing()).isEqualTo(Campaign.Standing.RESTING);
        assertThat(observing.attempts()).isZero();
        assertThatThrownBy(observing::undrain).hasMessageContaining("only observes");
    }
}
