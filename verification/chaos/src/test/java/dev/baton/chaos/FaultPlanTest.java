package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.faults.Fault;
import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.node.Engine;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    @Test
    void theSameSeedGivesTheSameFaults() {
        assertThat(first(4_711)).isEqualTo(first(4_711)).isNotEqualTo(first(4_712));
    }

    private static List<Fault> first(long seed) {
        FaultPlan plan = new FaultPlan(seed, Chaos.usual(Engine.POSTGRESQL), FaultPlan.USUAL);
        return Stream.generate(plan::next).limit(200).toList();
    }
}
