package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Planner, duties, hand-over, the coordinator's decisions and its watch over members, as they are in the product, in drawn
 * histories: no key in two layouts or shards at once, no write let pass by a shard's fence after one of a later term, shares even again
 * in a bounded time, nothing moves without a cause, and what an operator moves goes where it shall.
 */
class GroupSimulationTest {

    private static final int SEEDS = 100;
    private static final int DISTURBANCES = 15;

    /** Everything that is waited for, one after the other: lease, absence, plan, hand-over, and once more for a layout. */
    private static final long SETTLED_WITHIN = 60_000;

    /** In two minutes, with pauses of 5, 10, 20 and 40 s: once by whoever led the shard, then by its heir, and some for another heir. */
    private static final int MOST_IN_VAIN = 9;

    @Test
    void everyHistoryEndsEvenAndNoKeyIsWorkedOnTwice() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(history(seed, PlantedBug.NONE)).as("seed %s", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void findsEveryPlantedBug(PlantedBug bug) {
        for (long seed = 0; seed < SEEDS; seed++) {
            if (!history(seed, bug).isEmpty()) {
                return;
            }
        }
        throw new AssertionError(bug + " was not found in " + SEEDS + " histories");
    }

    private static List<String> history(long seed, PlantedBug bug) {
        GroupWorld world = new GroupWorld(seed, bug);
        world.run(SETTLED_WITHIN);
        for (int i = 0; i < DISTURBANCES; i++) {
            world.disturb();
            world.run(world.random().nextInt(8_000));
        }
        world.calm();
        world.run(SETTLED_WITHIN);
        List<String> found = new ArrayList<>(world.violations());
        found.addAll(world.unsettled());
        if (found.isEmpty()) {
            found.addAll(restless(world));
            found.addAll(world.moveOne(SETTLED_WITHIN));
            found.addAll(movedByAnOutage(world));
            found.addAll(notInherited(world));
            found.addAll(movedByTheClock(world));
        }
        if (found.isEmpty()) {
            world.run(SETTLED_WITHIN);
            found.addAll(world.joinedByOneThatCannotLead(2 * SETTLED_WITHIN, MOST_IN_VAIN));
            world.run(SETTLED_WITHIN);
            found.addAll(world.unsettled());
        }
        if (found.isEmpty()) {
            found.addAll(world.moveOneAmongWeights(SETTLED_WITHIN));
        }
        found.addAll(world.violations());
        return found;
    }

    /** A clock that is set back shows reports of the dead as if they had just been made, or were still to come. */
    private static List<String> movedByTheClock(GroupWorld world) {
        world.run(SETTLED_WITHIN);
        long version = world.version();
        for (long back : List.of(SETTLED_WITHIN, 3_600_000L)) {
            world.setClock(-back);
            world.run(SETTLED_WITHIN);
        }
        return world.version() == version
                ? world.unsettled()
                : List.of("a clock that was set back has changed the plan");
    }

    /** What leads goes on leading, and its writes pass. */
    private static List<String> restless(GroupWorld world) {
        long since = world.now();
        long grants = world.grants();
        long version = world.version();
        world.run(30_000);
        List<String> found = new ArrayList<>(world.writes().noneSince(since));
        if (world.grants() != grants || world.version() != version) {
            found.add("something moves without a cause");
        }
        return found;
    }

    /** When nobody has reached the database for long, nobody has died of it. */
    private static List<String> movedByAnOutage(GroupWorld world) {
        long version = world.version();
        world.cutOffAll(20_000);
        world.run(20_000 + SETTLED_WITHIN);
        return world.version() == version ? world.unsettled() : List.of("an outage has changed the plan");
    }

    /** A death costs the shards of one node a takeover, before any plan can know of it. */
    private static List<String> notInherited(GroupWorld world) {
        long version = world.version();
        world.killOne();
        world.run(SimulatedRole.LEASE + 500);
        List<String> found = new ArrayList<>(world.notLed());
        if (world.version() != version) {
            found.add("the plan knew too early");
        }
        return found;
    }
}
