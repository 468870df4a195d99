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

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "AUTO_COMMIT_AS_LENT,         POSTGRESQL, accept,                            none",
        "NO_TIMEOUT,                  H2,         accept,                            accept-row#1 | SILENCE",
        "ENQUEUED_AGAIN,              H2,         enqueue and complete,              ANSWER_LOST_LATE",
        "ENQUEUED_AGAIN,              POSTGRESQL, enqueue and complete,              ANSWER_LOST_LATE",
        "CLAIMS_COUNTED_ANEW,         H2,         define again what was deleted,     none",
        "CANCEL_FORGOTTEN_AT_THE_END, H2,         cancel a run that fails,           none",
        "CANCEL_FORGOTTEN_BY_RECLAIM, H2,         cancel a run whose worker is lost, none",
        "LOCK_SHORTENED,              H2,         redefine,                          none",
        "PROGRESS_AS_SAID,            H2,         progress that cannot be stored,    none",
        "CODE_PAGE,                   MARIADB,    accept ids in other scripts,       none",
        "READ_ONLY_IS_POISON,         H2,         enqueue and complete,              READ_ONLY",
        "READ_ONLY_IS_POISON,         MARIADB,    enqueue and complete,              READ_ONLY",
        "ATTEMPTS_FORGOTTEN_BY_RECLAIM, H2,       attempts that lost workers used up, none",
        "INTERVAL_SHORTENED_LATER,    H2,         shorten an interval,               none",
        "NOTHING_PRUNED,              H2,         prune jobs,                        none",
        "PAYLOAD_READ,                H2,         accept,                            none"
    })
    void whatWasPutBackIsFound(PlantedBug bug, Engine engine, String scenario, String failure) throws Exception {
        try (Machine machine = new Machine(engine, bug, 1, result -> {})) {
            List<Scenario> named = Scenario.all().stream()
                    .filter(one -> one.name().equals(scenario))
                    .toList();
            for (Trial trial : machine.explore(named)) {
                if (machine.tally().wrong().isEmpty() && trial.toString().contains(failure)) {
                    machine.run(trial);
                }
            }
            assertThat(machine.tally().wrong()).as("found of " + bug).isNotEmpty();
            Trial found = machine.tally().wrong().get(0).trial();
            assertThat(machine.run(found.without()).wrong())
                    .as("without " + bug)
                    .isEmpty();
        }
    }
}
