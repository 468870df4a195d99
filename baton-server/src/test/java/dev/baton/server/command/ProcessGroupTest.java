package dev.baton.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.TestPatience;
import dev.baton.testkit.process.Processes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(
        value = {OS.LINUX, OS.MAC},
        disabledReason = "the commands here are for sh")
class ProcessGroupTest {

    private static final Duration GRACE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private static ProcessGroup start(String... command) throws IOException {
        return ProcessGroup.start(new ProcessBuilder(command).redirectErrorStream(true), Map.of("BATON_ROLE", "r"));
    }

    private static String output(ProcessGroup group) throws IOException {
        return new String(group.output().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static boolean isGone(Path pid) throws IOException {
        return Processes.isGone(Long.parseLong(Files.readString(pid).strip()));
    }

    private String awaitLine(Path file) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void noShellLooksIntoArguments() throws Exception {
        List<String> odd = List.of("$(id)", "`id`", "; touch " + folder.resolve("made"), "a  b", "*", "\"'\\", "");
        try (ProcessGroup group = start(
                "printf", "<%s>", odd.get(0), odd.get(1), odd.get(2), odd.get(3), odd.get(4), odd.get(5), odd.get(6))) {
            assertThat(output(group)).isEqualTo("<" + String.join("><", odd) + ">");
        }
        assertThat(folder.resolve("made")).doesNotExist();
    }

    @Test
    void itsCodeIsTheProgramsAndWhatItReadsIsAFile() throws Exception {
        Path input = Files.writeString(folder.resolve("input"), "{\"a\": 1}");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "cat; exit 42").redirectInput(input.toFile());
        try (ProcessGroup group = ProcessGroup.start(builder, Map.of())) {
            assertThat(output(group)).isEqualTo("{\"a\": 1}");
            assertThat(group.awaitEnd(TestPatience.LONGEST_WAIT)).isTrue();
            assertThat(group.exitCode()).isEqualTo(42);
        }
    }

    /** Our variables hold our secrets. */
    @Test
    void ofOurVariablesItHasThoseThatItIsGiven() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("env");
        builder.environment().put("BATON_DB_PASSWORD", "secret");
        builder.environment().put("OTHER", "kept");
        try (ProcessGroup group = ProcessGroup.start(builder, Map.of("BATON_ROLE", "r"))) {
            assertThat(output(group)).contains("OTHER=kept", "BATON_ROLE=r").doesNotContain("secret");
        }
    }

    @Test
    void whoIsAskedToEndMayTidyUpAndWhatItStartedEndsToo() throws Exception {
        Path pid = folder.resolve("pid");
        String script = "trap 'echo tidied; exit 3' TERM; (trap '' TERM; sleep 1000) & echo $! > " + pid + "; wait";
        try (ProcessGroup group = start("sh", "-c", script)) {
            awaitLine(pid);
            group.end(GRACE);
            assertThat(group.exitCode()).isEqualTo(3);
        }
        assertThat(isGone(pid)).isTrue();
    }

    @Test
    void whoDoesNotListenIsForced() throws Exception {
        Path pid = folder.resolve("pid");
        String script = "trap '' TERM; sleep 1000 & echo $! > " + pid + "; while :; do wait; done";
        try (ProcessGroup group = start("sh", "-c", script)) {
            awaitLine(pid);
            Thread.currentThread().interrupt(); // as whoever ends it often is
            group.end(Duration.ofSeconds(1));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(group.exitCode()).isEqualTo(137);
        }
        assertThat(isGone(pid)).isTrue();
    }

    @Test
    void whatIsLeftRunningEndsWithTheProgram() throws Exception {
        Path pid = folder.resolve("pid");
        try (ProcessGroup group = start("sh", "-c", "sleep 1000 & echo $! > " + pid)) {
            assertThat(group.awaitEnd(TestPatience.LONGEST_WAIT)).isTrue();
        }
        assertThat(isGone(pid)).isTrue();
    }
}
