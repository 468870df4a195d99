package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Finding;
import dev.baton.chaos.shards.ShardFault;
import dev.baton.chaos.shards.ShardsRun;
import dev.baton.chaos.shards.ShardsSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of shards can fail: bugs that are put in are found. */
@Tag("heavy")
class ShardPlantedBugsTest {

    private static final int MOST_RUNS = 3;

    @TempDir
    Path folder;

    @Test
    void findsALayoutThatBeginsBeforeTheLastHasEnded() throws Exception {
        finds(
                "All shards of a layout ended before one of the next began",
                Plants.layoutThatIsNotRetired(folder.resolve("planted")),
                ShardFault.RESIZE);
    }

    @Test
    void findsShardsThatAreNotHandedOver() throws Exception {
        finds(
                "Shares became even when nothing happened any more",
                Plants.shardsThatAreNotHandedOver(folder.resolve("planted")),
                ShardFault.KILL);
    }

    private void finds(String title, Plant plant, ShardFault fault) throws Exception {
        List<Path> planted = plant.planted();
        List<String> found = List.of();
        for (int seed = 7; seed < 7 + MOST_RUNS && !found.contains(title); seed++) {
            ShardsSettings settings = new ShardsSettings(
                    15,
                    seed,
                    3,
                    16,
                    List.of(fault),
                    20,
                    Files.createDirectories(folder.resolve("run-" + seed)),
                    planted,
                    List.of());
            found = new ShardsRun(settings, line -> {})
                    .run().findings().stream()
                            .filter(finding -> !finding.ok())
                            .map(Finding::title)
                            .toList();
            System.out.println("planted, seed " + seed + ": violated " + found);
        }
        assertThat(found).contains(title);
    }
}
