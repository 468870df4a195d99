package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Node;
import dev.baton.testkit.OverlapWatch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Strategy {@code session}: for databases with session locks. */
public interface SessionContract extends Contract {

    /** A crashed holder's lock is free at once; its gate may be open for one trust window more. */
    @Test
    default void exclusiveSuccessorOpensNoGateBesideAnother() throws Exception {
        Node one = cluster().node("one");
        Campaign a = one.campaign(role(), session());
        LeaderToken old = Node.leads(a);
        Campaign b = cluster().node("two").campaign(role(), session());
        try (OverlapWatch watch = OverlapWatch.over(List.of(a.gate(), b.gate()))) {
            one.crash();
            assertThat(Node.leads(b).epoch()).isEqualTo(old.epoch() + 1);
            assertThat(watch.overlap()).isEmpty();
        }
    }

    /** Nobody acts until then: the gap of a takeover lasts until the gate opens, and the history says when that is. */
    @Test
    default void theHistorySaysWhenTheGateOfATakeoverOpens() throws Exception {
        try (ManualCandidate first = seat("first", session())) {
            first.acquire();
        }
        try (ManualCandidate second = seat("second", session())) {
            second.release(second.acquire());
        }
        try (ManualCandidate third = seat("third", session())) {
            third.acquire();
        }
        assertThat(table().history(role()))
                .filteredOn(line -> line.event().equals("acquired"))
                .extracting(LeaseTable.Line::reason)
                .containsExactly(
                        "the role was free",
                        "the last holder ended without releasing the role; its gate opens 500 ms later",
                        "the role was free");
    }

    /** Who has not opened its gate yet still owes its predecessor's window, and must not mark the row released. */
    @Test
    default void successorThatLeavesWhileWaitingLeavesNoReleasedMark() throws Exception {
        Strategy.Session patient = new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofSeconds(3),
                Duration.ofSeconds(8),
                Duration.ofSeconds(1),
                Takeover.EXCLUSIVE);
        Node one = cluster().node("one");
        one.lead(role(), patient);
        Node two = cluster().node("two");
        Campaign b = two.campaign(role(), patient);
        Node three = cluster().node("three");
        one.crash();
        two.events().await(Kind.LEADER_ACQUIRED, role());
        assertThat(b.gate().isLeader()).isFalse();
        b.close();
        three.campaign(role(), patient);
        three.events().await(Kind.LEADER_ACQUIRED, role());
        assertThat(table().term(role(), 2)).containsExactly("acquired", "lost");
        assertThat(table().row(role()))
                .get()
                .extracting(LeaseTable.Row::trustMillis)
                .isEqualTo(3000L);
        assertThat(three.events().all(Kind.GATE_OPENED, role())).isEmpty();
    }

    @Test
    default void strategiesOfOneRoleMustAgree() throws Exception {
        cluster().node("one").lead(role(), session());
        Node two = cluster().node("two");
        two.campaign(role(), lease());
        assertThat(two.events().await(Kind.LEADER_ACQUIRE_FAILED, role()).reason())
                .contains("with strategy session")
                .contains("this instance is set to lease")
                .contains("set the same on every instance");
    }

    /** Only the one that holds the lock asks for the row, so this shows while the stale row of another way lives. */
    @Test
    default void takeoversOfOneRoleMustAgree() throws Exception {
        Node one = cluster().node("one");
        one.lead(role(), session());
        one.crash();
        Node two = cluster().node("two");
        two.campaign(role(), session().with(Takeover.IMMEDIATE));
        assertThat(two.events().await(Kind.LEADER_ACQUIRE_FAILED, role()).reason())
                .contains("takeover exclusive")
                .contains("immediate");
    }

    /** The second role would wait for ever for a lock that the first one holds for good. */
    @Test
    default void rolesMayNotShareALockKey() throws Exception {
        Node one = cluster().node("one");
        Node two = cluster().node("two");
        long key = role().hashCode();
        Node.leads(one.baton().campaign(Candidacy.of(role()).with(session()).withLockKey(key)));
        Candidacy same = Candidacy.of(role() + "-b").with(session()).withLockKey(key);
        assertThatThrownBy(() -> two.baton().campaign(same))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("have the same lock key " + key)
                .hasMessageContaining("another lock_key");
    }

    /** Else a leader's own writes would wait for its own leadership. */
    @Test
    default void leaderWritesWhileItHoldsItsLock() throws Exception {
        Node one = cluster().node("one");
        LeaderToken token = one.lead(role(), session());
        one.baton().fenced(token, connection -> {});
        one.baton().fenced(token, connection -> {});
    }

    /** A paused leader keeps its session; somebody must end it, and say so before. */
    @Test
    default void staleHolderIsEvictedAndTheEvictionIsOnRecord() throws Exception {
        try (ManualCandidate silent = seat("silent", longSession())) {
            LeaderToken old = silent.acquire();
            table().expire(role());
            Node two = cluster().node("two");
            Campaign b = two.campaign(role(), longSession());
            assertThat(Node.leads(b).epoch()).isEqualTo(old.epoch() + 1);
            assertThat(two.events().await(Kind.HOLDER_EVICTED, role()).holderId())
                    .isEqualTo("silent");
            assertThat(table().term(role(), old.epoch())).containsExactly("acquired", "evicted", "lost");
            assertThat(silent.renew(old)).isInstanceOf(dev.baton.spi.Outcome.Failed.class);
        }
    }

    /** Found by simulation: it has the lock and never came to write the row, or somebody deleted the row. */
    @Test
    default void silentHolderOfTheLockIsEvictedWithoutARowToo() throws Exception {
        try (ManualCandidate silent = seat("silent", longSession())) {
            assertThat(silent.store().await(Duration.ofSeconds(1))).isInstanceOf(dev.baton.spi.Outcome.Granted.class);
            assertThat(table().row(role())).isEmpty();

            Node.leads(cluster().node("two").campaign(role(), shortSession()));
        }
    }

    /** Its server-side watchdog would come only after the test. */
    private static Strategy.Session longSession() {
        return new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofMinutes(10),
                Duration.ofSeconds(1),
                Takeover.EXCLUSIVE);
    }

    @Test
    default void livingHolderIsNotEvicted() throws Exception {
        Node one = cluster().node("one");
        Campaign a = one.campaign(role(), shortSession());
        LeaderToken token = Node.leads(a);
        Campaign b = cluster().node("two").campaign(role(), shortSession());
        Waits.until("it has waited more than a lease", () -> b.attempts() >= 4);
        a.gate().ensureEpoch(token.epoch());
        assertThat(table().term(role(), token.epoch())).containsExactly("acquired");
    }

    @Test
    default void endedSessionsAreReplaced() throws Exception {
        Node one = cluster().node("one");
        Campaign a = one.campaign(role(), session());
        LeaderToken token = Node.leads(a);
        database().endSessions();
        one.events().await(Kind.LEADER_LOST, role());
        one.events().await(Kind.GATE_OPENED, role(), event -> event.epoch() > token.epoch());
    }
}
