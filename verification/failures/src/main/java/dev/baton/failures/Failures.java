package dev.baton.failures;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The whole of it, as a command: {@code [engine|all] [part of a scenario's name] [part of a call and failure] [planted
 * bug]}. Exits with 1 if anything is wrong.
 */
public final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final int OCCURRENCES = 3;

    private Failures() {}

    /** What is done on each database. */
    @FunctionalInterface
    private interface Run {
        boolean on(Engine engine) throws Exception;
    }

    public static void main(String... arguments) throws Exception {
        String first = argument(arguments, 0, "all");
        Run run = failures(arguments);
        boolean good = true;
        for (Engine engine : Engine.values()) {
            boolean meant = first.equals(engine.name().toLowerCase(Locale.ROOT));
            if (meant || first.equals("all")) {
                good &= ifInstalled(engine, run);
            }
        }
        System.exit(good ? 0 : 1);
    }

    private static String argument(String[] arguments, int index, String otherwise) {
        return arguments.length > index ? arguments[index] : otherwise;
    }

    private static boolean ifInstalled(Engine engine, Run run) throws Exception {
        try {
            return run.on(engine);
        } catch (TestAbortedException e) {
            LOG.warn("{}: left out, {}", engine, e.getMessage());
            return true;
        }
    }

    private static Run failures(String... arguments) {
        String call = argument(arguments, 2, "");
        PlantedBug bug = PlantedBug.valueOf(argument(arguments, 3, "NONE"));
        List<Scenario> scenarios = Scenario.all().stream()
                .filter(one -> one.name().contains(argument(arguments, 1, "")))
                .toList();
        return engine -> {
            try (Machine machine = new Machine(engine, bug, OCCURRENCES, Failures::tell)) {
                for (Trial trial : machine.explore(scenarios)) {
                    if (trial.toString().contains(call)) {
                        machine.run(trial);
                    }
                }
                LOG.info("{}: {}", engine, machine.tally());
                return machine.tally().wrong().isEmpty();
            }
        };
    }

    private static void tell(Trial.Result result) {
        LOG.debug("{}", result);
        if (!result.wrong().isEmpty()) {
            LOG.error("{}", result);
        }
    }
}
