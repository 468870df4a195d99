package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Linearizability;
import dev.baton.chaos.history.Operation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinearizabilityTest {

    private static final Map<String, Long> FINAL = Map.of("a", 1L, "b", 2L);

    @Test
    void operationsThatOverlapMayTakeEffectInAnyOrder() {
        assertThat(holds(append("a", 1, 10, 1), append("b", 2, 9, 2), read("a", 3, 8, 1)))
                .isTrue();
    }

    @Test
    void aReadMayNotMissWhatHadBeenAppendedBefore() {
        assertThat(holds(append("a", 1, 2, 1), append("b", 3, 4, 2), read("a", 5, 6, 1)))
                .isFalse();
    }

    @Test
    void aReadMayNotSeeLessThanAnEarlierOne() {
        assertThat(holds(append("a", 1, 2, 1), append("b", 3, 20, 2), read("b", 5, 6, 2), read("a", 7, 8, 1)))
                .isFalse();
    }

    @Test
    void appendsThatFollowedEachOtherStayInThatOrder() {
        assertThat(holds(append("b", 1, 2, 2), append("a", 3, 4, 1))).isFalse();
    }

    @Test
    void whatWasReadOrAcknowledgedMustBeInTheList() {
        assertThat(holds(append("c", 1, 2, 3))).isFalse();
        assertThat(holds(read("c", 1, 2, 3))).isFalse();
    }

    private static boolean holds(Operation... operations) {
        return Linearizability.check(List.of(operations), FINAL).ok();
    }

    private static Operation append(String id, long invoked, long done, long position) {
        return new Operation("A", "register", id, invoked, done, "ok", position, 1, "n1");
    }

    private static Operation read(String id, long invoked, long done, long position) {
        return new Operation("R", "register", id, invoked, done, "ok", position, 0, "");
    }
}
