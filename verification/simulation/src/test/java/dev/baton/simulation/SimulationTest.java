package dev.baton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.simulation.Tally.Count;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The guarantees under every fault, over many seeds; and proof that the seeds really met what they should meet. */
class SimulationTest {

    private static final long ENOUGH_FOR_EVERYTHING = 20_000;

    /** More or fewer on demand: {@code -Dbaton.simulation.seeds=1000000 -Dbaton.simulation.from=20000}. */
    private static final long SEEDS = Long.getLong("baton.simulation.seeds", ENOUGH_FOR_EVERYTHING);

    private static final long FROM = Long.getLong("baton.simulation.from", 0);

    @Test
    void allGuaranteesHoldAndEverythingWasMet() {
        Campaign.Summary summary = new Campaign(Bug.NONE, 2).run(FROM, FROM + SEEDS, seed -> {});

        if (summary.failedSeed() >= 0) {
            Scenario failing = Scenario.of(summary.failedSeed());
            throw new AssertionError(Report.of(new Shrinker(Bug.NONE).shrink(failing)));
        }
        System.out.println("Simulated:\n" + summary.tally());
        assertThat(summary.tally().of(Count.RUNS)).isEqualTo(SEEDS);
        for (Count count : SEEDS < ENOUGH_FOR_EVERYTHING ? Set.of(Count.TERMS) : EnumSet.allOf(Count.class)) {
            assertThat(summary.tally().of(count)).as(count.name()).isPositive();
        }
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        Simulation.Result once = Simulation.run(Scenario.of(4711), Bug.NONE, true);
        Simulation.Result again = Simulation.run(Scenario.of(4711), Bug.NONE, true);

        assertThat(once.trace()).isNotEmpty().isEqualTo(again.trace());
    }
}
