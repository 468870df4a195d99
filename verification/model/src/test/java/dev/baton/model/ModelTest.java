package dev.baton.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every state of the protocol's model, in every setting that docs/model.md lists; and every planted bug. */
class ModelTest {

    @TempDir
    Path folder;

    @BeforeAll
    static void hasSpin() {
        Spin.require();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "CLOCKLESS LEASE WINDOW=1 FAULTS=1 LEAVES=0 TERMS=1",
                "CLOCKLESS WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "LEASE WINDOW=1 FAULTS=1 LEAVES=1 TERMS=2",
                "WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "IMMEDIATE WINDOW=1 FAULTS=1 LEAVES=1 TERMS=2",
                "STEPS LEASE WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "STEPS WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "STEPS IMMEDIATE WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "HEALS LEASE WINDOW=2 FAULTS=1 LEAVES=0 TERMS=1",
                "HEALS WINDOW=2 FAULTS=1 LEAVES=0 TERMS=2",
            })
    void everyStateKeepsThePromises(String setting) throws Exception {
        visitAll(setting);
    }

    /** With one more term, fault or leaving; takes minutes. */
    @Tag("heavy")
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "CLOCKLESS LEASE WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "WINDOW=1 FAULTS=2 LEAVES=0 TERMS=3",
                "STEPS WINDOW=1 FAULTS=1 LEAVES=1 TERMS=2",
            })
    void everyStateOfALargerWorldKeepsThePromises(String setting) throws Exception {
        visitAll(setting);
    }

    private void visitAll(String setting) throws Exception {
        Spin.Result result = check(setting);

        assertThat(result.violated()).as(result.output()).isEmpty();
        assertThat(result.complete()).as(result.output()).isTrue();
        System.out.println("model: " + setting + ": " + result.states() + " states, " + result.seconds() + " s");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "BUG_NO_FENCE_LOCK CLOCKLESS WINDOW=1 FAULTS=0 LEAVES=0 TERMS=2",
                "BUG_ONE_SNAPSHOT CLOCKLESS WINDOW=1 FAULTS=0 LEAVES=0 TERMS=2",
                "BUG_RENEW_ANY_EPOCH LEASE CLOCKLESS WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "BUG_EPOCH_RESET CLOCKLESS WINDOW=1 FAULTS=0 LEAVES=1 TERMS=2",
                "BUG_REOPEN CLOCKLESS WINDOW=1 FAULTS=0 LEAVES=0 TERMS=2",
                "BUG_NO_TIMELINE CLOCKLESS WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "BUG_GATE_FROM_ANSWER WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "BUG_GATE_FROM_ANSWER LEASE WINDOW=1 FAULTS=0 LEAVES=0 TERMS=2",
                "BUG_NO_TRUST_WINDOW WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "BUG_NO_TRUST_WINDOW STEPS WINDOW=1 FAULTS=0 LEAVES=0 TERMS=2",
                "BUG_MARK_UNOPENED WINDOW=1 FAULTS=1 LEAVES=1 TERMS=3",
                "BUG_TRUST_OLD_RELEASE WINDOW=1 FAULTS=1 LEAVES=0 TERMS=1",
                "BUG_OWN_ROW LEASE WINDOW=1 FAULTS=1 LEAVES=0 TERMS=2",
                "BUG_FORGET_OWED LEASE WINDOW=1 FAULTS=1 LEAVES=1 TERMS=1",
                "BUG_NO_EVICTION HEALS WINDOW=2 FAULTS=1 LEAVES=0 TERMS=1",
            })
    void aPlantedBugIsFound(String setting) throws Exception {
        assertThat(check(setting).violated()).contains("assertion violated");
    }

    /** Takes minutes. */
    @Test
    @Tag("heavy")
    void epochsThatAFailOverGivesAgainAreFound() throws Exception {
        assertThat(check("BUG_SAME_EPOCHS CLOCKLESS WINDOW=1 FAULTS=1 LEAVES=0 TERMS=1")
                        .violated())
                .contains("assertion violated");
    }

    private Spin.Result check(String setting) throws Exception {
        return Spin.check(folder, Stream.of(setting.split(" ")).toList());
    }
}
