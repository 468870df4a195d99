package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bugs that were there once, put back one at a time, are found. */
@Timeout(300)
class PlantedBugsTest {

    /** What others do while an answer is late has half a second, which is little on a machine that is busy. */
    private static final int PASSES = 5;

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "AUTO_COMMIT_AS_LENT; POSTGRESQL; accept; none; acknowledged ok:1@three is not there",
                "NO_TIMEOUT; H2; accept; accept-row#1 | SILENCE; waits for ever if accept-row is not answered",
                "ENQUEUED_AGAIN; H2; enqueue and complete; ANSWER_LOST_LATE; ok:1 ran too often",
                "ENQUEUED_AGAIN; POSTGRESQL; enqueue and complete; ANSWER_LOST_LATE; ok:1 ran too often",
                "ENQUEUED_AGAIN; POSTGRESQL; enqueue a heap; end of enqueue-copy#1 | ANSWER_LOST_LATE; ran too often",
                "ENQUEUED_AGAIN; MARIADB; enqueue a list; ANSWER_LOST_LATE; ran too often",
                "CLAIMS_COUNTED_ANEW; H2; define again what was deleted; none; a claim number came twice for one job",
                "CANCEL_FORGOTTEN_AT_THE_END; H2; cancel a run that fails; none; quits:1 was cancelled in its run and ran again",
                "CANCEL_FORGOTTEN_BY_RECLAIM; H2; cancel a run whose worker is lost; none; cancelled long:1 is gone with 1 completed runs",
                "LOCK_SHORTENED; H2; redefine; none; the lock of a run under way was shortened",
                "PROGRESS_AS_SAID; H2; progress that cannot be stored; none; a run was given up though nothing failed",
                "CODE_PAGE; MARIADB; accept ids in other scripts; none; ok:?????@three reached the gateway as",
                "READ_ONLY_IS_POISON; H2; enqueue and complete; READ_ONLY; ok:1",
                "READ_ONLY_IS_POISON; MARIADB; enqueue and complete; READ_ONLY; ok:1",
                "ATTEMPTS_FORGOTTEN_BY_RECLAIM; H2; attempts that lost workers used up; none; a job ran again whose attempts had been used up",
                "INTERVAL_SHORTENED_LATER; H2; shorten an interval; none; the shorter interval has no effect yet",
                "NOTHING_PRUNED; H2; prune jobs; none; stuck",
                "HELD_OUTCOME_FORGOTTEN; H2; attempts while intents are held; none; nothing failed, and there are",
                "REFUSED_WITH_ALL_OTHERS; POSTGRESQL; claim and end what is refused; none; stuck",
                "PAYLOAD_READ; H2; accept; none; reached the gateway as {\"to\":\"ok:1@three\",\"amount\":10.0}"
            })
    void whatWasPutBackIsFoundForWhatItDoes(
            PlantedBug bug, Engine engine, String scenario, String failure, String finding) throws Exception {
        try (Machine machine = new Machine(engine, bug, 1, result -> {})) {
            List<Scenario> named = Scenario.all().stream()
                    .filter(one -> one.name().equals(scenario))
                    .toList();
            List<Trial> trials = machine.explore(named).stream()
                    .filter(trial -> trial.toString().contains(failure))
                    .toList();
            for (int pass = 0; pass < PASSES; pass++) {
                for (Trial trial : trials) {
                    if (machine.tally().wrong().isEmpty()) {
                        machine.run(trial);
                    }
                }
            }
            assertThat(machine.tally().wrong()).as("found of " + bug).isNotEmpty();
            assertThat(machine.tally().wrong().get(0).wrong())
                    .as("found of " + bug)
                    .anyMatch(one -> one.contains(finding));
            Trial found = machine.tally().wrong().get(0).trial();
            assertThat(machine.run(found.without()).wrong())
                    .as("without " + bug)
                    .isEmpty();
        }
    }
}
