package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Finding;
import dev.baton.chaos.report.ShardsReport;
import dev.baton.chaos.shards.ShardFault;
import dev.baton.chaos.shards.ShardsResult;
import dev.baton.chaos.shards.ShardsRun;
import dev.baton.chaos.shards.ShardsSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A short run of shards in every build; {@code ./baton chaos --shards} is the real thing. */
class ShardsSmokeTest {

    @Test
    void staysCorrectUnderFaults() throws Exception {
        Path folder = Path.of("target", "chaos", "shards").toAbsolutePath();
        if (Files.exists(folder)) {
            Folders.remove(folder);
        }
        Files.createDirectories(folder);
        ShardsSettings settings = new ShardsSettings(
                8,
                3,
                3,
                12,
                List.of(ShardFault.KILL, ShardFault.RESIZE, ShardFault.DRAIN),
                120,
                folder,
                List.of(),
                List.of());
        ShardsResult result = new ShardsRun(settings, line -> {}).run();
        String report = ShardsReport.of(result);
        Files.writeString(folder.resolve("report.txt"), report);
        assertThat(result.findings()).as(report).allMatch(Finding::ok).allMatch(finding -> finding.checked() > 0);
        assertThat(result.faults()).as(report).isNotEmpty();
        Folders.removeDatabases(folder);
    }
}
