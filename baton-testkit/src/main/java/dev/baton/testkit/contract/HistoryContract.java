package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.sql.Leadership;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestPatience;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
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

    /** What was long ago is found by its time, page by page, whatever has happened since. */
    @Test
    default void anyPartOfTheHistoryCanBeRead() throws Exception {
        Leadership leadership = someTerms();
        List<Leadership.Entry> all = leadership.history(role(), 1_000);
        assertThat(all)
                .hasSizeGreaterThanOrEqualTo(6)
                .allMatch(e -> e.begins() == e.event().equals("acquired") && e.ends() == ENDS.contains(e.event()));

        List<Leadership.Entry> paged = new ArrayList<>();
        Leadership.Part part = Leadership.Part.latest(2).of(role());
        for (List<Leadership.Entry> page = leadership.history(part); !page.isEmpty(); ) {
            paged.addAll(page);
            page = leadership.history(part.olderThan(page.get(page.size() - 1).id()));
        }
        assertThat(paged).isEqualTo(all);

        Instant middle = all.get(3).at();
        Leadership.Part whole = Leadership.Part.latest(1_000).of(role());
        assertThat(leadership.history(whole.between(middle, middle.plusSeconds(3_600))))
                .isEqualTo(all.stream().filter(e -> !e.at().isBefore(middle)).toList());
        assertThat(leadership.history(whole.between(Instant.EPOCH, middle)))
                .isEqualTo(all.stream().filter(e -> e.at().isBefore(middle)).toList());
        assertThat(leadership.history(Leadership.Part.latest(10_000))).containsAll(all);
        assertThat(leadership.historyBegins().orElseThrow())
                .isBeforeOrEqualTo(all.get(all.size() - 1).at());
    }

    /** A span that begins in the middle of a term shows it whole, its end included. */
    @Test
    default void theTermThatLastedAtAnyTimeIsFoundWithItsEnd() throws Exception {
        Leadership leadership = someTerms();
        List<Leadership.Entry> all = leadership.history(role(), 1_000);
        for (Leadership.Entry entry : all) {
            for (Instant at : List.of(entry.at(), entry.at().plus(1, ChronoUnit.MICROS))) {
                assertThat(leadership.standing(at, Instant.EPOCH, 100_000).stream()
                                .filter(e -> e.role().equals(role())))
                        .as("at %s", at)
                        .containsExactlyElementsOf(standing(all, at));
            }
        }
        assertThat(leadership.standing(Instant.EPOCH, Instant.EPOCH, 1_000)).isEmpty();
    }

    /** Of the roles that there ever were, most have nobody any more. */
    @Test
    default void aTermThatHadEndedAndWhatIsMoreThanWantedIsLeftOut() throws Exception {
        Leadership leadership = someTerms();
        Leadership.Entry ending = leadership.history(role(), 1_000).stream()
                .filter(Leadership.Entry::ends)
                .findFirst()
                .orElseThrow();
        Instant at = ending.at().plus(1, ChronoUnit.MICROS);
        assertThat(leadership.standing(at, ending.at(), 100_000)).contains(ending);
        assertThat(leadership.standing(at, at, 100_000)).doesNotContain(ending);
        assertThat(leadership.standing(at, Instant.EPOCH, 1)).hasSize(1);
    }

    private static List<Leadership.Entry> standing(List<Leadership.Entry> all, Instant at) {
        long epoch = all.stream()
                .filter(e -> e.begins() && e.at().isBefore(at))
                .mapToLong(Leadership.Entry::epoch)
                .max()
                .orElse(0);
        return all.stream().filter(e -> e.epoch() == epoch).toList();
    }

    /** A role that had three terms and is left. */
    private Leadership someTerms() throws InterruptedException {
        Node one = cluster().node("one");
        Campaign campaign = one.campaign(role(), lease());
        LeaderToken token = Node.leads(campaign);
        for (int term = 0; term < 2; term++) {
            campaign.stepDown(token, "the test says so");
            token = leadsAfter(campaign, token);
        }
        campaign.close();
        return one.baton().leadership();
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
