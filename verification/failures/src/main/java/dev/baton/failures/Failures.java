package dev.baton.failures;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.World;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The whole of it, as a command: {@code [engine|all] [part of a scenario's name] [part of a call and failure] [planted
 * bug]}, {@code some [seconds] [seed] [engine|all]}, {@code histories [first seed] [how many] [engine|all] [planted bug]},
 * or {@code kills [engine|all]}. Without arguments all of it, on every database. Exits with 1 if anything is wrong.
 */
public final class Failures {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final int OCCURRENCES = 3;
    private static final int HISTORIES = 50;
    private static final int SOME_SECONDS = 330;
    private static final int FAILURES_OF_EACH = 1;

    private Failures() {}

    /** What is done on each database. */
    @FunctionalInterface
    private interface Run {
        boolean on(Engine engine) throws Exception;
    }

    public static void main(String... arguments) throws Exception {
        boolean good = true;
        for (Run run : runs(arguments)) {
            good &= onEach(engine(arguments), run);
        }
        System.exit(good ? 0 : 1);
    }

    private static List<Run> runs(String... arguments) {
        return switch (argument(arguments, 0, "")) {
            case "" -> List.of(failures(arguments), histories(arguments), Failures::kills);
            case "some" -> List.of(some(arguments));
            case "histories" -> List.of(histories(arguments));
            case "kills" -> List.of(Failures::kills);
            default -> List.of(failures(arguments));
        };
    }

    private static String engine(String... arguments) {
        return switch (argument(arguments, 0, "")) {
            case "some", "histories" -> argument(arguments, 3, "all");
            case "kills" -> argument(arguments, 1, "all");
            default -> argument(arguments, 0, "all");
        };
    }

    private static boolean onEach(String meant, Run run) throws Exception {
        boolean good = true;
        for (Engine engine : Engine.values()) {
            if (meant.equals(engine.name().toLowerCase(Locale.ROOT)) || meant.equals("all")) {
                good &= ifInstalled(engine, run);
            }
        }
        return good;
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

    /** As long as there is time, a part of every scenario, and then another part; each database has its share of the time. */
    private static Run some(String... arguments) {
        Duration time = Duration.ofSeconds(Long.parseLong(argument(arguments, 1, "" + SOME_SECONDS)));
        long seed = argument(arguments, 2, "").isEmpty() ? Draw.seedOfThisBuild() : Long.parseLong(arguments[2]);
        return engine -> {
            Stopwatch watch = Stopwatch.system();
            long end = watch.elapsed() + time.dividedBy(Engine.values().length).toNanos();
            try (Machine machine = new Machine(engine, PlantedBug.NONE, OCCURRENCES, Failures::tell)) {
                Sampling sampling = new Sampling(machine, new Draw(seed, engine));
                boolean more = true;
                while (more) {
                    more = sampling.round(FAILURES_OF_EACH, () -> watch.elapsed() < end);
                }
                LOG.info("{}: {} (drawn by the seed {})", engine, machine.tally(), seed);
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

    private static Run histories(String... arguments) {
        long from = Long.parseLong(argument(arguments, 1, "1"));
        int number = Integer.parseInt(argument(arguments, 2, "" + HISTORIES));
        PlantedBug bug = PlantedBug.valueOf(argument(arguments, 4, "NONE"));
        return engine -> {
            try (World world = World.of(engine)) {
                Histories histories = new Histories(world, bug);
                histories.run(from, number);
                LOG.info("{}: {}", engine, histories);
                histories.shortened().forEach(wrong -> LOG.error("{}: no more than {}", engine, wrong));
                return histories.wrong().isEmpty();
            }
        };
    }

    /** H2 lives in the process that would be killed. */
    private static boolean kills(Engine engine) throws Exception {
        if (engine == Engine.H2) {
            return true;
        }
        int tried = 0;
        int wrong = 0;
        try (World world = World.of(engine)) {
            for (Killing killing : Killing.all(world)) {
                Killing.Result result = killing.run(world);
                tried += result.reached() ? 1 : 0;
                wrong += result.wrong().isEmpty() ? 0 : 1;
                if (!result.wrong().isEmpty()) {
                    LOG.error("{}: {} | {}", engine, killing, result.wrong());
                }
            }
        }
        LOG.info("{}: {} processes were killed; {} times something was wrong then", engine, tried, wrong);
        return wrong == 0;
    }
}
