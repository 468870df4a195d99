package dev.baton.sql.election;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingTest {

    @Test
    void eachWatchesTheNextAndTheLastTheFirst() {
        Set<Integer> marks = Set.of(10, 20, 30);
        assertThat(Ring.after(10, marks)).hasValue(20);
        assertThat(Ring.after(20, marks)).hasValue(30);
        assertThat(Ring.after(30, marks)).hasValue(10);
    }

    @Test
    void whoIsAloneWatchesNobody() {
        assertThat(Ring.after(10, Set.of(10))).isEmpty();
        assertThat(Ring.after(10, Set.of())).isEmpty();
    }

    /** Before it has a session of its own, and after it has lost it: its former session may still be there. */
    @Test
    void whoHasNoMarkWatchesTheFirst() {
        assertThat(Ring.after(0, Set.of(10, 20))).hasValue(10);
    }

    @Test
    void aNewcomerIsTheNeighbourOfOneAlone() {
        List<Integer> marks = List.of(10, 20, 30);
        for (int joined : List.of(5, 15, 25, 35)) {
            long watchers = marks.stream()
                    .filter(mark ->
                            Ring.isBetween(mark, joined, Ring.after(mark, marks).orElseThrow()))
                    .count();
            assertThat(watchers).as("watchers of %s", joined).isEqualTo(1);
        }
        assertThat(Ring.isBetween(30, 30, 10)).as("its own").isFalse();
        assertThat(Ring.isBetween(30, 10, 10)).as("the neighbour's").isFalse();
    }

    @Test
    void whatIsNoMarkIsNobodys() {
        assertThat(Ring.parse("4711")).isEqualTo(4711);
        assertThat(Ring.parse("")).isZero();
        assertThat(Ring.parse("x")).isZero();
    }

    @Test
    void tablesHaveRingsOfTheirOwn() {
        assertThat(Ring.of("baton_leases")).isPositive().isNotEqualTo(Ring.of("other.baton_leases"));
    }
}
