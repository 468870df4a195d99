package dev.baton.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.node.RoleCandidate;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** On a real election; that it survives the death of its process is shown by {@code RunIT}. */
@EnabledOnOs(
        value = {OS.LINUX, OS.MAC},
        disabledReason = "the commands here are for sh")
class LeaderCommandTest {

    private static final Duration GRACE = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private LeaderCommand command(String script) {
        return new LeaderCommand(List.of("sh", "-c", script, "sh", log().toString()), GRACE, said -> {});
    }

    private RoleCandidate candidate(LeaderCommand command) {
        Configuration configuration = new ConfigReader(
                        Map.of(),
                        Map.of(
                                "database.url", url,
                                "election.lease_duration", "9s",
                                "election.renew_interval", "1s",
                                "election.acquire_interval", "1s"))
                .read(Optional.empty());
        return new RoleCandidate(
                configuration, configuration.database().url().orElseThrow(), "nightly", command, GRACE);
    }

    private Path log() {
        return folder.resolve("log");
    }

    private List<String> lines() throws IOException {
        return Files.exists(log()) ? Files.readAllLines(log()) : List.of();
    }

    private void awaitLine(String line) {
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> lines().contains(line));
    }

    @Test
    void theEndOfTheCommandIsTheEndAndHasItsCode() throws Exception {
        LeaderCommand command = command("echo $BATON_ROLE $BATON_EPOCH >> $1; exit 42");
        try (RoleCandidate candidate = candidate(command)) {
            assertThat(command.ended().get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(42);
        }
        assertThat(lines()).as("not started again").containsExactly("nightly 1");
    }

    @Test
    void itEndsWithTheTermAndBeginsAgainWithTheNext() throws Exception {
        LeaderCommand command = command("echo begun $BATON_EPOCH >> $1; exec sleep 1000");
        try (RoleCandidate candidate = candidate(command)) {
            awaitLine("begun 1");
            try (Connection connection = DriverManager.getConnection(url)) { // an operator revokes the term
                connection
                        .createStatement()
                        .execute("UPDATE baton_leases SET lease_epoch = 7, expires_at = renewed_at");
            }
            awaitLine("begun 8");
            assertThat(command.ended()).isNotDone();
        }
        assertThat(lines()).containsExactly("begun 1", "begun 8");
        assertThat(command.codeWhenLeft()).contains(143);
    }

    @Test
    void leavingWaitsForTheCommandToTidyUp() throws Exception {
        LeaderCommand command = command(
                "trap 'sleep 2; echo tidied >> $1; exit 3' TERM; echo begun >> $1; while :; do sleep 0.1; done");
        try (RoleCandidate candidate = candidate(command)) {
            awaitLine("begun");
        }
        assertThat(lines()).containsExactly("begun", "tidied");
        assertThat(command.codeWhenLeft()).contains(3);
    }

    @Test
    void whatCannotBeStartedIsSaid() throws Exception {
        LeaderCommand command = new LeaderCommand(List.of(folder.resolve("none").toString()), GRACE, said -> {});
        try (RoleCandidate candidate = candidate(command)) {
            int code = command.ended().get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(code).isEqualTo(127);
        }
    }
}
