package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineGateTest {

    private static final LeaderToken TERM = new LeaderToken("r", "me", 5);

    private final AtomicLong time = new AtomicLong(1_000);
    private final DeadlineGate gate = new DeadlineGate("r", time::get);

    @Test
    void isShutUntilItIsOpened() {
        assertThat(gate.role()).isEqualTo("r");
        assertThat(gate.isLeader()).isFalse();
        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(gate::requireLeader);
        assertThat(gate.blocked()).isEqualTo(1);
    }

    @Test
    void shutsByItselfAtItsDeadline() {
        gate.open(TERM, 1_000, 2_000);

        time.set(1_999);
        assertThat(gate.requireLeader()).isEqualTo(TERM);
        time.set(2_000);
        assertThat(gate.isLeader()).isFalse();
        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> gate.ensureEpoch(5));
    }

    @Test
    void whoeverAsksInWhateverWayFindsTheSameDeadline() {
        assertShut();

        gate.open(TERM, 1_000, 2_000);
        time.set(1_999);
        assertThat(gate.current()).contains(TERM);
        assertThat(gate.isOpenFor(TERM)).isTrue();
        assertThat(gate.isOpenFor(new LeaderToken("r", "me", 6))).isFalse();

        time.set(2_000);
        assertShut();
    }

    private void assertShut() {
        assertThat(gate.isLeader()).isFalse();
        assertThat(gate.current()).isEmpty();
        assertThat(gate.isOpenFor(TERM)).isFalse();
        assertThatExceptionOfType(NotLeaderException.class)
                .isThrownBy(gate::requireLeader)
                .withMessageContaining("'r'");
        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> gate.ensureEpoch(5));
    }

    @Test
    void ensuresTheEpochInWhichTheActWasPrepared() {
        gate.open(TERM, 1_000, 2_000);

        assertThatCode(() -> gate.ensureEpoch(5)).doesNotThrowAnyException();
        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> gate.ensureEpoch(4));
    }

    @Test
    void aRevokedTermNeverOpensAgainAndTheNextOneDoes() {
        gate.open(TERM, 1_000, 2_000);
        gate.revoke(TERM);
        gate.open(TERM, 1_500, 2_500);
        assertThat(gate.isLeader()).isFalse();

        gate.open(new LeaderToken("r", "me", 6), 1_500, 2_500);
        assertThat(gate.isLeader()).isTrue();
    }

    @Test
    void anOldRefusalLeavesANewerTermAlone() {
        gate.open(TERM, 1_000, 2_000);
        gate.revoke(new LeaderToken("r", "me", 4));

        assertThat(gate.isLeader()).isTrue();
    }

    @Test
    void theSameEpochOfAnotherHolderLeavesThisTermAlone() {
        gate.open(TERM, 1_000, 2_000);
        gate.revoke(new LeaderToken("r", "somebody else", 5));

        assertThat(gate.isLeader()).isTrue();
    }

    @Test
    void aRetiredGateNeverOpensAgain() {
        gate.retire();
        gate.open(TERM, 1_000, 2_000);

        assertThat(gate.isLeader()).isFalse();
    }

    @Test
    void theWorkOfATermNeverPassesTheGateOfTheNext() {
        TermGate old = new TermGate(gate, new LeaderToken("r", "me", 4));
        gate.open(TERM, 1_000, 2_000);

        assertThat(old.isLeader()).isFalse();
        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(old::requireLeader);
        assertThatExceptionOfType(NotLeaderException.class).isThrownBy(() -> old.ensureEpoch(5));
    }

    @Test
    void afterASuspicionOnlyALaterHeartbeatCounts() {
        gate.open(TERM, 900, 2_000);
        gate.suspect();
        gate.open(TERM, 950, 2_000);
        assertThat(gate.isLeader()).isFalse();

        gate.open(TERM, 1_001, 2_000);
        assertThat(gate.isLeader()).isTrue();
    }
}
