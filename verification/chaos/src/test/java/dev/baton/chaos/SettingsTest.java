package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.faults.Kind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private static String command(int nodes, int rate, List<Kind> kinds, List<String> roles, long calm) {
        return new Settings(60, 7, nodes, rate, kinds, roles, calm, 10, Path.of("x"), List.of()).command();
    }

    @Test
    void theCommandSaysWhatIsNotUsualAndNothingElse() {
        assertThat(command(3, 100, Chaos.usual(), FaultPlan.USUAL, 0)).isEqualTo("./baton chaos --seconds 60 --seed 7");
        assertThat(command(5, 10, List.of(Kind.KILL, Kind.PAUSE_LONG), List.of("scheduler"), 9))
                .isEqualTo("./baton chaos --seconds 60 --seed 7 --nodes 5 --rate 10 --faults kill,pause-long"
                        + " --roles scheduler --calm 9");
    }
}
