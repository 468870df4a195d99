package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestPatience;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The history has no hole: every term has one beginning and, once another has begun, one end. */
public interface HistoryContract extends Contract {

    /** How a term can end in the history. */
    Set<String> ENDS = Set.of("released", "drained", "transferred", "lost");

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void everyTermHasOneBeginningAndOneEnd(Strategy strategy) throws Exception {
        Node one = cluster().node("one");
        Campaign campaign = one.campaign(role(), strategy);
        LeaderToken first = Node.leads(campaign);

        campaign.stepDown(first, "the test says so");
        LeaderToken second = leadsAfter(campaign, first);
        table().delete(role());
        LeaderToken third = leadsAfter(campaign, second);
        table().revoke(role());
        LeaderToken fourth = leadsAfter(campaign, third);
        campaign.drain().join();
        campaign.undrain();
        LeaderToken fifth = leadsAfter(campaign, fourth);
        campaign.close();

        assertNoHole();
        assertThat(table().term(role(), first.epoch())).containsExactly("acquired", "lost");
        assertThat(table().term(role(), second.epoch())).containsExactly("acquired", "lost");
        assertThat(table().term(role(), third.epoch())).containsExactly("acquired", "lost");
        assertThat(table().term(role(), fourth.epoch())).containsExactly("acquired", "drained");
        assertThat(table().term(role(), fifth.epoch())).containsExactly("acquired", "released");
    }

    private static LeaderToken leadsAfter(Campaign campaign, LeaderToken old) {
        AtomicReference<LeaderToken> next = new AtomicReference<>(old);
        Waits.until("a term after " + old, () -> {
            campaign.awaitLeadership(TestPatience.LONGEST_WAIT).ifPresent(next::set);
            return next.get().epoch() > old.epoch();
        });
        return next.get();
    }

    /** Each begun term has one beginning; each but the last has one end; a term ends before the next begins. */
    private void assertNoHole() throws SQLException {
        List<LeaseTable.Line> history = table().history(role());
        List<Long> begun = history.stream()
                .filter(line -> line.event().equals("acquired"))
                .map(LeaseTable.Line::epoch)
                .toList();
        assertThat(begun).doesNotHaveDuplicates().isSorted();
        for (long epoch : begun) {
            List<String> term = table().term(role(), epoch);
            assertThat(term.get(0)).isEqualTo("acquired");
            assertThat(term.stream().filter(ENDS::contains))
                    .as("ends of term %d", epoch)
                    .hasSize(1);
        }
    }
}
