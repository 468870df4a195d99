package dev.baton.sql.election;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionRingTest {

    @Test
    void eachWatchesTheNextAndTheLastTheFirst() {
        Set<Integer> marks = Set.of(10, 20, 30);
        assertThat(SessionRing.after(10, marks)).hasValue(20);
        assertThat(SessionRing.after(20, marks)).hasValue(30);
        assertThat(SessionRing.after(30, marks)).hasValue(10);
    }

    @Test
    void whoIsAloneWatchesNobody() {
        assertThat(SessionRing.after(10, Set.of(10))).isEmpty();
        assertThat(SessionRing.after(10, Set.of())).isEmpty();
    }

    /** Before it has a session of its own, and after it has lost it: its former session may still be there. */
    @Test
    void whoHasNoMarkWatchesTheFirst() {
        assertThat(SessionRing.after(0, Set.of(10, 20))).hasValue(10);
    }

    @Test
    void aNewcomerIsTheNeighbourOfOneAlone() {
        List<Integer> marks = List.of(10, 20, 30);
        for (int joined : List.of(5, 15, 25, 35)) {
            long watchers = marks.stream()
                    .filter(mark -> SessionRing.isBetween(
                            mark, joined, SessionRing.after(mark, marks).orElseThrow()))
                    .count();
            assertThat(watchers).as("watchers of %s", joined).isEqualTo(1);
        }
        assertThat(SessionRing.isBetween(30, 30, 10)).as("its own").isFalse();
        assertThat(SessionRing.isBetween(30, 10, 10)).as("the neighbour's").isFalse();
    }

    @Test
    void whatIsNoMarkIsNobodys() {
        assertThat(SessionRing.parse("4711")).isEqualTo(4711);
        assertThat(SessionRing.parse("")).isZero();
        assertThat(SessionRing.parse("x")).isZero();
    }

    @Test
    void tablesHaveRingsOfTheirOwn() {
        assertThat(SessionRing.of("baton_leases")).isPositive().isNotEqualTo(SessionRing.of("other.baton_leases"));
    }
}
