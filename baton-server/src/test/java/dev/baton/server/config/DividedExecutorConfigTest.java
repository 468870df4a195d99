package dev.baton.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code submissions.shards} */
class DividedExecutorConfigTest {

    private static Configuration read(Map<String, String> flags) {
        return new ConfigReader(Map.of(), flags).read(Optional.empty());
    }

    @Test
    void isReadAndShown() {
        Configuration config = read(Map.of("submissions.shards", "16"));
        assertThat(config.submissions().shards()).isEqualTo(16);
        assertThat(config.submissions().isDivided()).isTrue();
        assertThat(config.effective()).containsEntry("submissions.shards", 16);
        assertThat(read(Map.of()).effective()).containsEntry("submissions.shards", 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1025", "many", "2.5"})
    void noOtherNumberIsTaken(String number) {
        assertThatThrownBy(() -> read(Map.of("submissions.shards", number)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("submissions.shards is '" + number + "'", "it must be");
    }

    @Test
    void whoLeadsWithoutAnElectionCannotShare() {
        Map<String, String> alone = Map.of(
                "submissions.shards", "16", "election.enabled", "false", "election.disabled_mode", "always-leader");
        assertThatThrownBy(() -> read(alone))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("submissions.shards is 16", "election.enabled");
        Map<String, String> follower = Map.of("submissions.shards", "16", "election.enabled", "false");
        assertThat(read(follower).election().neverLeads()).isTrue();
    }

    /** The longest name that one of its parts would have is refused by the election. */
    @Test
    void theNameLeavesRoomForThoseOfItsParts() {
        String longest = "x".repeat(52);
        assertThat(read(Map.of("submissions.shards", "2", "election.lease_name", longest))
                        .election()
                        .leaseName())
                .isEqualTo(longest);
        assertThatThrownBy(() -> read(Map.of("submissions.shards", "2", "election.lease_name", longest + "x")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("election.lease_name has 53 characters", "at most 52");
    }
}
