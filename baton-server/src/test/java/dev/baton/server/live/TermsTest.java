package dev.baton.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Leadership;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TermsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final String WAITS =
            "the last holder ended without releasing the role; its gate opens 2000 ms later";

    private static Leadership.Entry entry(long id, long epoch, String node, String event, String reason, long second) {
        return new Leadership.Entry(
                id, "scheduler", epoch, node + "-1-aa", node, event, reason, START.plusSeconds(second));
    }

    @Test
    void aCrashedTermEndsWithItsLastHeartbeatSoThatTheGapIsSeen() {
        List<Terms.Term> terms = Terms.of(List.of(
                entry(3, 2, "n2", "acquired", "the last holder ended without releasing the role", 60),
                entry(2, 1, "n1", "lost", "not released; last heartbeat 1940 ms before n2-1-aa took over", 60),
                entry(1, 1, "n1", "acquired", "the role was free", 0)));
        assertThat(terms).hasSize(2);
        assertThat(terms.get(0).ending()).isEqualTo("lost");
        assertThat(terms.get(0).endedAt()).isEqualTo(START.plusMillis(58_060));
        assertThat(terms.get(1).startedAt()).isEqualTo(START.plusSeconds(60));
        assertThat(terms.get(1).endedAt()).isNull();
    }

    @Test
    void aTermThatHadToWaitOpensLaterThanItBegan() {
        Terms.Term waited =
                Terms.of(List.of(entry(3, 2, "n2", "acquired", WAITS, 60))).get(0);
        assertThat(waited.startedAt()).isEqualTo(START.plusSeconds(60));
        assertThat(waited.opensAt()).isEqualTo(START.plusSeconds(62));
    }

    @Test
    void aTermThatEndedBeforeItsGateOpenedNeverOpened() {
        List<Terms.Term> terms = Terms.of(List.of(
                entry(1, 1, "n1", "acquired", WAITS, 0),
                entry(2, 1, "n1", "released", "", 1),
                entry(3, 1, "n1", "lost", "its row was changed by hand", 3)));
        assertThat(terms.get(0).opensAt()).isNull();
    }

    @Test
    void aTermThatWasLeftEndsWhenItWas() {
        List<Terms.Term> terms = Terms.of(
                List.of(entry(1, 1, "n1", "acquired", "", 0), entry(2, 1, "n1", "drained", "asked by an operator", 9)));
        assertThat(terms.get(0).endedAt()).isEqualTo(START.plusSeconds(9));
    }

    @Test
    void whatBeganBeforeTheHistoryIsLeftOut() {
        assertThat(Terms.of(List.of(entry(9, 4, "n1", "released", "", 5)))).isEmpty();
    }

    @Test
    void aTermNeverEndsBeforeItBegan() {
        List<Terms.Term> terms = Terms.of(List.of(
                entry(1, 1, "n1", "acquired", "", 10),
                entry(2, 1, "n1", "lost", "not released; last heartbeat 60000 ms before n2-1-aa took over", 11)));
        assertThat(terms.get(0).endedAt()).isEqualTo(START.plusSeconds(10));
    }
}
