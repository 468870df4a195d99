package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.stage.World;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every scenario, and some of all failures at all its calls: others in each build, drawn by a seed that the build tells.
 * {@code -Dbaton.failures.seed} draws the same again; {@code ./baton failures} tries them all.
 */
@Timeout(900)
abstract class FailuresContract {

    private static final Logger LOG = LoggerFactory.getLogger(FailuresContract.class);
    private static final int OCCURRENCES = 2;
    private static final int FAILURES_OF_EACH = 1;

    /** Several times what it takes; a machine that stands still leaves out what it does not come to, other ones each time. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    protected abstract Engine engine();

    @Test
    void noFailureOfACallLosesDoublesOrHoldsUpWork() throws Exception {
        Draw draw = Draw.ofThisBuild(engine());
        try (Machine machine = new Machine(engine(), PlantedBug.NONE, OCCURRENCES, result -> {})) {
            Stopwatch watch = Stopwatch.system();
            new Sampling(machine, draw).round(FAILURES_OF_EACH, () -> watch.elapsed() < LONGEST.toNanos());
            String drawn = "drawn with -D" + Draw.PROPERTY + "=" + draw.seed();
            LOG.info("{}: {} ({})", engine(), machine.tally(), drawn);
            assertThat(machine.tally().wrong()).as(drawn).isEmpty();
        }
    }

    /** Without mishaps, of which nobody knows what they meet: {@code ./baton failures histories} has them as well. */
    @Test
    void whateverClientsAskInWhateverOrderNothingIsLostDoubledOrStuck() throws Exception {
        long even = 2 * Draw.seedOfThisBuild();
        try (World world = World.of(engine())) {
            Histories histories = new Histories(world, PlantedBug.NONE);
            histories.run(even, 1);
            LOG.info("{}: {}, by the seed {}", engine(), histories, even);
            assertThat(histories.wrong()).as("by the seed " + even).isEmpty();
        }
    }
}
