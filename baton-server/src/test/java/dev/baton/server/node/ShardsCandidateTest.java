package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.server.command.LeaderCommand;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ShardsCandidateTest {

    private static final String POOL_SETTINGS = "hikaricp.configurationFile";

    private static ShardsCandidate candidate() {
        Configuration configuration = new ConfigReader(
                        Map.of(), Map.of("database.url", "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"))
                .read(Optional.empty());
        LeaderCommand command = new LeaderCommand(List.of("true"), Duration.ZERO, said -> {});
        return new ShardsCandidate(
                configuration,
                configuration.database().url().orElseThrow(),
                "orders",
                2,
                command,
                TestPatience.LONGEST_WAIT);
    }

    @Test
    void aPoolThatCannotBeMadeLeavesNothingBehind() {
        System.setProperty(POOL_SETTINGS, "nowhere.properties");
        try {
            assertThatThrownBy(ShardsCandidateTest::candidate).hasMessageContaining("nowhere.properties");
        } finally {
            System.clearProperty(POOL_SETTINGS);
        }
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("baton-work-files")));
    }
}
