package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.LeaderGate;
import dev.baton.sql.Baton;
import dev.baton.testkit.ActLog;
import dev.baton.testkit.BatonExtension;
import dev.baton.testkit.InMemoryElection;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code of the guide on testing. */
class TestingExampleTest {

    /** A program under test. */
    private record Greeter(LeaderGate gate, ActLog log) {
        void greet() {
            if (gate.isLeader()) {
                log.acted("greeting", gate);
            }
        }
    }

    @Test
    void greetsOnlyWhileLeading() {
        // region in-memory
        InMemoryElection election = new InMemoryElection("greeter", Duration.ofSeconds(10));
        InMemoryElection.Member one = election.join("one");
        InMemoryElection.Member two = election.join("two");
        ActLog log = new ActLog();
        Greeter greeterOne = new Greeter(one, log);
        Greeter greeterTwo = new Greeter(two, log);

        greeterOne.greet();
        greeterTwo.greet(); // does nothing: two does not lead
        one.pause();
        election.advance(Duration.ofSeconds(11)); // one's gate has shut, two leads
        greeterOne.greet();
        greeterTwo.greet();

        log.assertActedOnlyWhileLeading();
        assertThat(log.size()).isEqualTo(2);
        // endregion
    }

    // region extension
    @Test
    @ExtendWith(BatonExtension.class)
    void leadsOnARealDatabase(Baton baton) throws Exception {
        Campaign campaign = baton.campaign("greeter");
        assertThat(campaign.awaitLeadership(Duration.ofSeconds(30))).isPresent();
    }
    // endregion
}
