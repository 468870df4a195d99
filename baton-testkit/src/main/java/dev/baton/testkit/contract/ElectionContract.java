package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.NotLeaderException;
import dev.baton.Strategy;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Node;
import dev.baton.testkit.OverlapWatch;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole instances: one leader at a time, and another one when it is gone. */
public interface ElectionContract extends Contract {

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void singleLeaderOnConcurrentStart(Strategy strategy) throws Exception {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            nodes.add(cluster().node("n" + i));
        }
        List<Campaign> campaigns = nodes.parallelStream()
                .map(node -> node.campaign(role(), strategy))
                .toList();
        try (OverlapWatch watch =
                OverlapWatch.over(campaigns.stream().map(Campaign::gate).toList())) {
            Waits.until("one gate is open", () -> leading(campaigns) == 1);
            Waits.until(
                    "everybody has asked",
                    () -> campaigns.stream().allMatch(c -> c.gate().isLeader() || c.attempts() >= 2));
            assertThat(leading(campaigns)).isEqualTo(1);
            assertThat(watch.overlap()).isEmpty();
        }
        assertThat(table().history(role())).extracting(LeaseTable.Line::event).containsExactly("acquired");
    }

    private static long leading(List<Campaign> campaigns) {
        return campaigns.stream().filter(c -> c.gate().isLeader()).count();
    }

    @Test
    default void failoverAfterExpiry() throws Exception {
        Node one = cluster().node("one");
        Node two = cluster().node("two");
        Campaign first = one.campaign(role(), shortLease());
        LeaderToken old = Node.leads(first);
        Campaign second = two.campaign(role(), shortLease());
        try (OverlapWatch watch = OverlapWatch.over(List.of(first.gate(), second.gate()))) {
            one.crash();
            LeaderToken next = Node.leads(second);
            assertThat(next.epoch()).isGreaterThan(old.epoch());
            assertThat(next.holderId()).isEqualTo(two.baton().holderId());
            assertThat(first.gate().isLeader()).isFalse();
            assertThat(watch.overlap()).isEmpty();
        }
        assertThat(table().term(role(), old.epoch())).containsExactly("acquired", "lost");
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void noExecutionWithoutLeadership(Strategy strategy) throws Exception {
        AtomicInteger acts = new AtomicInteger();
        LeaderToken token = cluster().node("one").lead(role(), strategy);
        Node two = cluster().node("two");
        Campaign follower = two.baton().campaign(Candidacy.of(role()).with(strategy), term -> acts.incrementAndGet());
        Waits.until("the follower has asked", () -> follower.attempts() >= 1);

        assertThat(follower.gate().isLeader()).isFalse();
        assertThatThrownBy(() -> follower.gate().requireLeader()).isInstanceOf(NotLeaderException.class);
        assertThatThrownBy(() -> follower.gate().ensureEpoch(token.epoch())).isInstanceOf(NotLeaderException.class);
        LeaderToken forged = new LeaderToken(role(), two.baton().holderId(), token.epoch());
        assertThatThrownBy(() -> two.baton().fenced(forged, c -> acts.incrementAndGet()))
                .isInstanceOf(NotLeaderException.class);
        assertThat(acts).hasValue(0);
        assertThat(follower.gate().blocked()).isGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void workRunsOncePerTermUnderItsToken(Strategy strategy) throws Exception {
        List<LeaderToken> terms = java.util.Collections.synchronizedList(new ArrayList<>());
        CountDownLatch twice = new CountDownLatch(2);
        Node node = cluster().node("one");
        node.baton().campaign(Candidacy.of(role()).with(strategy), term -> {
            term.gate().ensureEpoch(term.token().epoch());
            terms.add(term.token());
            twice.countDown();
            if (terms.size() > 1) {
                while (!term.awaitOver(Duration.ofSeconds(1))) {
                    term.gate().requireLeader();
                }
            }
        });
        assertThat(twice.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(terms).extracting(LeaderToken::epoch).containsExactly(1L, 2L);
        assertThat(table().term(role(), 1)).containsExactly("acquired", "released");
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void rolesAreElectedApart(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        Node two = cluster().node("two");
        LeaderToken a = one.lead(role(), strategy);
        LeaderToken b = two.lead(role() + "-other", strategy);
        assertThat(a.epoch()).isEqualTo(b.epoch()).isEqualTo(1);
        one.campaign(role() + "-other", strategy);
        one.close();
        assertThat(two.baton().campaign(Candidacy.of(role()).with(strategy)).awaitLeadership(TestPatience.LONGEST_WAIT))
                .get()
                .extracting(LeaderToken::epoch)
                .isEqualTo(2L);
    }

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void returnsByItselfWhenTheDatabaseDoes(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        Campaign campaign = one.campaign(role(), strategy);
        LeaderToken old = Node.leads(campaign);
        one.crash();
        one.events().await(Kind.LEADER_LOST, role());
        assertThat(campaign.gate().isLeader()).isFalse();
        one.events().await(Kind.LEADER_ACQUIRE_FAILED, role());
        one.revive();
        assertThat(Node.leads(campaign).epoch()).isGreaterThan(old.epoch());
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void followersReportALeaderWithoutHeartbeats(Strategy strategy) throws Exception {
        try (ManualCandidate silent = seat("silent", strategy)) {
            silent.acquire();
            table().silence(role());
            Node two = cluster().node("two");
            two.campaign(role(), strategy);
            assertThat(two.events().await(Kind.LEADER_STALE, role()).holderId()).isEqualTo("silent");
        }
    }
}
