package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class InMemoryElectionTest {

    private final InMemoryElection election = new InMemoryElection("reporter", Duration.ofSeconds(10));
    private final InMemoryElection.Member one = election.join("one");
    private final InMemoryElection.Member two = election.join("two");

    @Test
    void oneLeadsForAsLongAsItRenews() {
        election.advance(Duration.ofMinutes(5));
        assertThat(one.requireLeader()).isEqualTo(new LeaderToken("reporter", "one", 1));
        assertThatThrownBy(two::requireLeader).isInstanceOf(NotLeaderException.class);
        assertThat(two.blocked()).isEqualTo(1);
    }

    @Test
    void aPausedLeadersGateShutsBeforeTheNextOneOpens() {
        LeaderToken token = one.requireLeader();
        one.pause();
        election.advance(Duration.ofMillis(9_900));
        assertThat(one.isLeader()).isFalse();
        assertThat(two.isLeader()).isFalse();
        election.advance(Duration.ofMillis(200));
        assertThat(two.requireLeader().epoch()).isEqualTo(2);
        one.resume();
        assertThatThrownBy(() -> one.ensureEpoch(token.epoch())).isInstanceOf(NotLeaderException.class);
    }

    @Test
    void leavingHandsOverAtOnceAndACrashDoesNot() {
        one.leave();
        assertThat(two.requireLeader().epoch()).isEqualTo(2);
        InMemoryElection.Member three = election.join("three");
        two.crash();
        assertThat(three.isLeader()).isFalse();
        assertThat(two.isLeader()).isFalse();
        election.advance(Duration.ofSeconds(10));
        assertThat(three.requireLeader().epoch()).isEqualTo(3);
        assertThat(election.leader()).hasValue(three.requireLeader());
    }

    @Test
    void actsOfOthersAreFound() {
        ActLog log = new ActLog();
        assertThatThrownBy(log::assertActedOnlyWhileLeading).hasMessageContaining("nothing acted");
        log.acted("report", one);
        log.assertActedOnlyWhileLeading();
        log.acted("rogue report", two);
        assertThatThrownBy(log::assertActedOnlyWhileLeading).hasMessageContaining("'rogue report' acted without");
    }
}
