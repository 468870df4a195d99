package dev.baton.failures;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.World;
import dev.baton.support.Stopwatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./baton failures}: the whole of it, or a part. Exits with 1 if anything is wrong. */
@Command(
        name = "baton failures",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 120,
        description =
                "Fails every call that submissions and jobs make to a database, in every way, and asks whether work was"
                        + " lost, doubled or stuck. Without words: all of it, on every database that is installed.",
        footerHeading = "%nWords:%n",
        footer = {
            "  ENGINE [SCENARIO] [CALL] [BUG]            trials by parts of their names;",
            "                                            ENGINE is postgresql, h2, mariadb or all",
            "  some [SECONDS] [SEED] [ENGINE]            as much as fits into so many seconds, drawn by the seed",
            "  histories [SEED] [NUMBER] [ENGINE] [BUG]  random histories, from this seed on",
            "  kills [ENGINE]                            processes that are killed, after every write and commit",
            "BUG is the name of one that is planted, to be found."
        })
public final class Failures implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final int OCCURRENCES = 3;
    private static final int HISTORIES = 50;
    private static final int SOME_SECONDS = 330;
    private static final int FAILURES_OF_EACH = 1;
    private static final int LANES = 8;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "What is done, see below.")
    private List<String> words = List.of();

    @Option(
            names = "--lanes",
            paramLabel = "N",
            description =
                    "How many trials are made side by side, each in a database of its own; ${DEFAULT-VALUE} by default."
                            + " Histories, kills and what is drawn are made one by one.")
    private int lanes = LANES;

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "Writes down each trial with what came of it; one that is in the file is not made again.")
    private Path journal;

    @Spec
    private CommandSpec spec;

    /** What is done on each database. */
    @FunctionalInterface
    private interface Run {
        boolean on(Engine engine) throws Exception;
    }

    public static void main(String... arguments) {
        System.exit(new CommandLine(new Failures()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        List<Engine> engines = engines();
        boolean good = true;
        for (Run run : runs()) {
            for (Engine engine : engines) {
                good &= ifInstalled(engine, run);
            }
        }
        return good ? 0 : 1;
    }

    /** All words are read before anything is run. */
    private List<Run> runs() {
        if (lanes < 1) {
            throw refusal("--lanes is " + lanes + ": at least 1");
        }
        return switch (word(0, "")) {
            case "" -> List.of(failures(), histories(), Failures::kills);
            case "some" -> List.of(some());
            case "histories" -> List.of(histories());
            case "kills" -> List.of(Failures::kills);
            default -> List.of(failures());
        };
    }

    private List<Engine> engines() {
        int place = switch (word(0, "")) {
            case "some", "histories" -> 3;
            case "kills" -> 1;
            default -> 0;
        };
        String name = word(place, "all");
        List<Engine> named = Stream.of(Engine.values())
                .filter(engine ->
                        name.equals("all") || name.equals(engine.name().toLowerCase(Locale.ROOT)))
                .toList();
        if (named.isEmpty()) {
            throw refusal("there is no engine '" + name + "': postgresql, h2, mariadb or all");
        }
        return named;
    }

    private String word(int index, String otherwise) {
        return words.size() > index ? words.get(index) : otherwise;
    }

    private long number(int index, long otherwise) {
        String word = word(index, "");
        if (word.isEmpty()) {
            return otherwise;
        }
        if (!NUMBER.matcher(word).matches()) {
            throw refusal("'" + word + "' is no number of seconds, no seed and no number of histories");
        }
        return Long.parseLong(word);
    }

    private PlantedBug bug(int index) {
        String name = word(index, PlantedBug.NONE.name());
        return Stream.of(PlantedBug.values())
                .filter(bug -> bug.name().equals(name))
                .findFirst()
                .orElseThrow(() -> refusal("there is no bug '" + name + "': " + Arrays.toString(PlantedBug.values())));
    }

    private List<Scenario> scenarios(String part) {
        List<Scenario> named =
                Scenario.all().stream().filter(one -> one.name().contains(part)).toList();
        if (named.isEmpty()) {
            throw refusal("no scenario has '" + part + "' in its name: "
                    + Scenario.all().stream().map(Scenario::name).toList());
        }
        return named;
    }

    private ParameterException refusal(String why) {
        return new ParameterException(spec.commandLine(), why);
    }

    private static boolean ifInstalled(Engine engine, Run run) throws Exception {
        try {
            return run.on(engine);
        } catch (TestAbortedException e) {
            LOG.warn("{}: left out, {}", engine, e.getMessage());
            return true;
        }
    }

    private Run failures() {
        String call = word(2, "");
        PlantedBug bug = bug(3);
        List<Scenario> scenarios = scenarios(word(1, ""));
        Hearing hearing = hearing();
        return engine -> {
            try (Machine machine = new Machine(new Lanes(engine, lanes), bug, OCCURRENCES, hearing)) {
                List<Trial> trials = machine.explore(scenarios).stream()
                        .filter(trial -> trial.toString().contains(call))
                        .toList();
                if (trials.isEmpty() && !call.isEmpty()) {
                    LOG.warn("{}: no failure of a call has '{}' in its name", engine, call);
                }
                machine.runAll(trials);
                LOG.info("{}: {}", engine, machine.tally());
                return machine.tally().wrong().isEmpty();
            }
        };
    }

    private Hearing hearing() {
        try {
            return journal == null ? Failures::tell : new Journal(journal, Failures::tell);
        } catch (IOException e) {
            throw refusal("--journal cannot be read or written: " + e);
        }
    }

    /** As long as there is time, a part of every scenario, and then another part; each database has its share of the time. */
    private Run some() {
        Duration time = Duration.ofSeconds(number(1, SOME_SECONDS));
        long seed = number(2, Draw.seedOfThisBuild());
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

    private Run histories() {
        long from = number(1, 1);
        int number = Math.toIntExact(number(2, HISTORIES));
        PlantedBug bug = bug(4);
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
            LOG.info("{}: left out, it would be killed as well", engine);
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
