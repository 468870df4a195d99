package dev.baton.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** That the fuzzer is one: it finds what is planted, and comes to an end where nothing is. */
@EnabledOnOs(
        value = {OS.LINUX, OS.MAC},
        disabledReason = "Jazzer was not tried on Windows")
class FuzzTest {

    private static final int LONG_ENOUGH = 120;

    @TempDir
    private Path place;

    @Test
    void aPlantedFaultIsFound() throws Exception {
        Fuzz.Report report = Fuzz.run(Planted.class.getName(), place.resolve("none"), place, LONG_ENOUGH);
        assertThat(report.clean()).as(report.words()).isFalse();
        assertThat(report.words()).contains("the planted fault");
        assertThat(place).isDirectoryContaining("glob:**/crash-*");
    }

    @Test
    void whereNothingIsNothingIsFound() throws Exception {
        Fuzz.Report report = Fuzz.run(CronTexts.class.getName(), Path.of("corpus/cron"), place, 2);
        assertThat(report.clean()).as(report.words()).isTrue();
        assertThat(report.runs()).isPositive();
    }
}
