package dev.baton.failures.scenario;

import dev.baton.failures.stage.Stage;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Something that clients and instances do together, from the beginning to the end.
 *
 * @param prepare before calls count
 * @param act what is tried, with a failure in the middle; it goes as far as it can
 * @param finish when nothing fails any more: until all is done, and what must be true then
 * @param bound within what time all is done when nothing fails any more, by what is documented
 * @param calm whether it says something only if nothing fails
 */
public record Scenario(String name, Step prepare, Step act, Step finish, Duration bound, boolean calm) {

    Scenario(String name, Step prepare, Step act, Step finish, Duration bound) {
        this(name, prepare, act, finish, bound, false);
    }

    /** A part of it. */
    @FunctionalInterface
    public interface Step {
        void on(Stage stage) throws Exception;
    }

    /** Those of submissions. */
    public static List<Scenario> ofIntents() {
        return IntentScenarios.all();
    }

    /** The one of this name. */
    public static Scenario named(String name) {
        return all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no scenario '" + name + "'"));
    }

    /** All that there are. */
    public static List<Scenario> all() {
        return Stream.of(
                        JobScenarios.all(),
                        OddJobScenarios.all(),
                        DutyScenarios.all(),
                        IntentScenarios.all(),
                        DividedScenarios.all(),
                        HeldRowScenarios.all(),
                        RefusedRowScenarios.all())
                .flatMap(List::stream)
                .toList();
    }
}
