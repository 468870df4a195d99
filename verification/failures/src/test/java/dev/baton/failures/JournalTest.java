package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run of the machine that was cut off goes on where it was. */
@Timeout(300)
class JournalTest {

    private static final Trial CALM = Trial.calm(Scenario.named("accept"), LentState.AUTO_COMMIT, PlantedBug.NONE);
    private static final Trial FAILING = CALM.failing(new Call(Call.Kind.WRITE, "accept-row", 1), Failure.UNSENT);

    private static final int MOST = 5;

    @TempDir
    private Path folder;

    private Journal journal() throws Exception {
        return new Journal(folder.resolve("journal"), result -> {});
    }

    private static Trial.Result result(Trial trial, List<Call> calls, String... wrong) {
        return new Trial.Result(Engine.H2, trial, trial.equals(CALM), calls, List.of(wrong), Duration.ofMillis(7));
    }

    @Test
    void whatWasWrittenIsReadAgainAsItWas() throws Exception {
        List<Call> calls = List.of(
                new Call(Call.Kind.LOCK, "SELECT 1\n\tFOR UPDATE \\ x", 1), new Call(Call.Kind.COMMIT, "commit", 2));
        journal().hear(result(CALM, calls));
        journal().hear(result(FAILING, List.of(), "lost\nand\tgone", "stuck"));
        assertThat(journal().before(Engine.H2, CALM)).contains(result(CALM, calls));
        assertThat(journal().before(Engine.H2, FAILING))
                .contains(result(FAILING, List.of(), "lost\nand\tgone", "stuck"));
        assertThat(journal().before(Engine.MARIADB, CALM)).isEmpty();
    }

    @Test
    void aLineThatWasCutOffIsNotReadAndTheNextOneIs() throws Exception {
        journal().hear(result(CALM, List.of(FAILING.call())));
        Path file = folder.resolve("journal");
        String whole = Files.readString(file);
        Files.writeString(file, whole.substring(0, whole.length() - 3));
        assertThat(journal().before(Engine.H2, CALM)).isEmpty();
        journal().hear(result(FAILING, List.of()));
        assertThat(journal().before(Engine.H2, FAILING)).isPresent();
    }

    @Test
    void nothingIsTriedTwiceAndTheTallyIsThatOfTheWhole() throws Exception {
        List<Trial.Result> made = new ArrayList<>();
        String first = tallyOfOneScenario(made);
        int trials = made.size();
        assertThat(trials).isGreaterThan(LentState.values().length);
        assertThat(tallyOfOneScenario(made)).isEqualTo(first);
        assertThat(made).hasSize(trials);
    }

    private String tallyOfOneScenario(List<Trial.Result> made) throws Exception {
        Journal journal = new Journal(folder.resolve("journal"), made::add);
        try (Machine machine = new Machine(new Lanes(Engine.H2, 3), PlantedBug.NONE, 1, journal)) {
            machine.runAll(machine.explore(List.of(Scenario.named("cancel a waiting job"))).stream()
                    .filter(trial -> trial.failure() == Failure.GIVEN_UP)
                    .limit(MOST)
                    .toList());
            assertThat(machine.tally().wrong()).isEmpty();
            return machine.tally().toString();
        }
    }
}
