package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Finding;
import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.node.Engine;
import dev.baton.chaos.report.StormReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A short storm, by {@code -Pheavy}; {@code ./baton chaos --hostile} is the real thing. How fast it is does not matter here. */
@Tag("heavy")
class StormSmokeTest {

    @Test
    void nothingIsLostNobodyEndsAndNobodyIsDeposed() throws Exception {
        Path folder = Path.of("target", "chaos", "storm").toAbsolutePath();
        if (Files.exists(folder)) {
            Folders.remove(folder);
        }
        Files.createDirectories(folder);
        Settings settings =
                new Settings(20, 5, 2, 30, List.of(), FaultPlan.USUAL, 3, 90, folder, List.of(), Engine.POSTGRESQL);
        StormResult result = new HostileRun(settings, line -> {}).run();
        String report = StormReport.of(result);
        Files.writeString(folder.resolve("report.txt"), report);
        assertThat(result.findings()).as(report).allMatch(Finding::ok);
        assertThat(result.intents()).as(report).isGreaterThan(50);
        Folders.removeDatabases(folder);
    }
}
