package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"scheduler", "log-compactor", "a.b_c-1", "7"})
    void acceptsRoles(String role) {
        assertThat(Names.role(role)).isEqualTo(role);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "-x", "a b", "a/b", "é", "a\n"})
    void refusesRoles(String role) {
        assertThatIllegalArgumentException().isThrownBy(() -> Names.role(role)).withMessageContaining("role");
    }

    @Test
    void tellsTheLengthThatIsTooLong() {
        assertThat(Names.role("r".repeat(Names.MAX_ROLE))).hasSize(Names.MAX_ROLE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Names.role("r".repeat(65)))
                .withMessageContaining("65 characters; the longest allowed has 64");
    }

    @Test
    void holdersAndNodesArePrintableWithoutColons() {
        assertThat(Names.holder("host-1234-ab!")).isEqualTo("host-1234-ab!");
        assertThatIllegalArgumentException().isThrownBy(() -> Names.holder("host:1"));
        assertThatIllegalArgumentException().isThrownBy(() -> Names.node("my host"));
    }

    @Test
    void aTokenKnowsItsTerm() {
        assertThat(new LeaderToken("r", "h", 7)).hasToString("r#7@h");
        assertThatIllegalArgumentException().isThrownBy(() -> new LeaderToken("r", "h", -1));
    }
}
