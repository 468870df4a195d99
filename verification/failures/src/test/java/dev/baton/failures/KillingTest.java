package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.World;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process that is really killed, by the operating system and with its connections, leaves nothing lost or doubled.
 * {@code ./baton failures kills} does it after every write and commit.
 */
@Timeout(300)
class KillingTest {

    @ParameterizedTest(name = "{0}: {1}, {3} {2}")
    @CsvSource({
        "POSTGRESQL, enqueue and complete, claim,     KILLED_AFTER",
        "MARIADB,    accept,               start-row, KILLED_AFTER"
    })
    void whatAKilledProcessHadAcknowledgedIsDoneByTheNext(Engine engine, String name, String statement, Failure failure)
            throws Exception {
        try (World world = World.of(engine)) {
            Scenario scenario = Scenario.named(name);
            Call call = Killing.calls(world, scenario).stream()
                    .filter(one -> one.kind() == Call.Kind.WRITE && one.what().equals(statement))
                    .findFirst()
                    .orElseThrow();
            Killing.Result result = new Killing(scenario, call, failure).run(world);
            assertThat(result.reached()).as("came to " + call).isTrue();
            assertThat(result.wrong()).isEmpty();
        }
    }
}
