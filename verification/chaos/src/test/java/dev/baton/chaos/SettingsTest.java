package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.faults.Kind;
import dev.baton.chaos.node.Engine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private static String command(int nodes, int rate, List<Kind> kinds, List<String> roles, long calm) {
        return command(nodes, rate, kinds, roles, calm, Engine.POSTGRESQL);
    }

    private static String command(int nodes, int rate, List<Kind> kinds, List<String> roles, long calm, Engine engine) {
        return new Settings(60, 7, nodes, rate, kinds, roles, calm, 10, Path.of("x"), List.of(), engine).command();
    }

    @Test
    void theCommandSaysWhatIsNotUsualAndNothingElse() {
        assertThat(command(3, 100, Chaos.usual(Engine.POSTGRESQL), FaultPlan.USUAL, 0))
                .isEqualTo("./baton chaos --seconds 60 --seed 7");
        assertThat(command(5, 10, List.of(Kind.KILL, Kind.PAUSE_LONG), List.of("scheduler"), 9))
                .isEqualTo("./baton chaos --seconds 60 --seed 7 --nodes 5 --rate 10 --faults kill,pause-long"
                        + " --roles scheduler --calm 9");
        assertThat(command(3, 100, Chaos.usual(Engine.GALERA), FaultPlan.USUAL, 0, Engine.GALERA))
                .isEqualTo("./baton chaos --seconds 60 --seed 7 --engine galera");
    }

    @Test
    void everyDatabaseHasTheFaultsThatItCanHave() {
        assertThat(Chaos.usual(Engine.POSTGRESQL))
                .contains(Kind.FAIL_OVER_LOSSY, Kind.KILL)
                .doesNotContain(Kind.SERVER_KILL, Kind.DISK_FULL);
        assertThat(Chaos.usual(Engine.PATRONI))
                .contains(Kind.SERVER_KILL, Kind.SERVER_PAUSE, Kind.SERVER_CUT_OFF, Kind.SWITCH_OVER, Kind.KILL)
                .doesNotContain(Kind.FAIL_OVER, Kind.RESTART_FAST, Kind.DISK_FULL);
        assertThat(Chaos.usual(Engine.GALERA))
                .contains(Kind.SERVER_KILL)
                .doesNotContain(Kind.SWITCH_OVER, Kind.END_SESSION);
    }
}
