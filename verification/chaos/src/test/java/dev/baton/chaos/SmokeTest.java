package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.node.Engine;
import dev.baton.chaos.report.HtmlReport;
import dev.baton.chaos.report.TextReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A short run in every build; {@code ./baton chaos} is the real thing. What a failure leaves is in target/chaos. */
class SmokeTest {

    private static final long SEED = 4;

    @Test
    void staysCorrectUnderFaults() throws Exception {
        Path folder = Path.of("target", "chaos", "smoke").toAbsolutePath();
        if (Files.exists(folder)) {
            Folders.remove(folder);
        }
        Files.createDirectories(folder);
        Settings settings = new Settings(
                25,
                SEED,
                3,
                60,
                Chaos.usual(Engine.POSTGRESQL),
                FaultPlan.USUAL,
                0,
                90,
                folder,
                List.of(),
                Engine.POSTGRESQL);
        Result result = new Run(settings, line -> {}).run();
        Files.writeString(folder.resolve("report.html"), HtmlReport.of(result));
        String report = TextReport.of(result);
        Files.writeString(folder.resolve("report.txt"), report);
        assertThat(result.ok()).as(report).isTrue();
        assertThat(result.intents()).as(report).isGreaterThan(100);
        assertThat(result.faults()).as(report).isNotEmpty();
        Folders.removeDatabases(folder);
    }
}
