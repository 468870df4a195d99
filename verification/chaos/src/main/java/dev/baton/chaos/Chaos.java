package dev.baton.chaos;

import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.faults.Kind;
import dev.baton.chaos.history.Journal;
import dev.baton.chaos.node.Engine;
import dev.baton.chaos.report.FailOvers;
import dev.baton.chaos.report.HtmlReport;
import dev.baton.chaos.report.ShardsReport;
import dev.baton.chaos.report.StormReport;
import dev.baton.chaos.report.TextReport;
import dev.baton.chaos.shards.ShardFault;
import dev.baton.chaos.shards.ShardsResult;
import dev.baton.chaos.shards.ShardsRun;
import dev.baton.chaos.shards.ShardsSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code baton chaos} */
@Command(
        name = "baton chaos",
        mixinStandardHelpOptions = true,
        description = "Runs real nodes on a real database under faults, and checks the whole history afterwards.")
public final class Chaos implements Callable<Integer> {

    private static final long REST_SECONDS = 120;
    private static final long USUAL_SECONDS = 60;

    /** Of a storm: how long honest clients are alone before it, once to warm up and once to be measured. */
    private static final long USUAL_CALM_SECONDS = 30;

    private static final List<String> NOT_WITH_SHARDS =
            List.of("--hostile", "--rate", "--engine", "--faults", "--roles", "--calm");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long faults happen, 60 by default; or how long the storm lasts, 600 by default.")
    private Long seconds;

    @Option(
            names = "--hostile",
            description = "Instead of faults: all attacks of the threat model at once, from several addresses, while"
                    + " honest clients submit, lead and read.")
    private boolean hostile;

    @Option(names = "--seed", paramLabel = "N", description = "From which the faults follow; drawn by default.")
    private Long seed;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "How many nodes; 3 by default, 4 processes with --shards.")
    private Integer nodes;

    @Option(
            names = "--shards",
            arity = "0..1",
            fallbackValue = "64",
            paramLabel = "N",
            description =
                    "Instead of nodes of the server: processes that share the shards of a role, 64 by default, under kills,"
                            + " pauses, joins, drains and changes of the number.")
    private Integer shards;

    @Option(
            names = "--previous",
            paramLabel = "DIR",
            description =
                    "With --shards: every second process is of the version that is built in this tree, and each that is"
                            + " started again is of the other one.")
    private Path previous;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Intents, and jobs, per second; ${DEFAULT-VALUE} by default.")
    private int perSecond = Settings.USUAL_RATE;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description = "On which database: postgresql, which is the default, patroni, mariadb, mysql or galera.",
            converter = EngineByLabel.class)
    private Engine engine = Engine.POSTGRESQL;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "KIND",
            description = "Only these: ${COMPLETION-CANDIDATES}",
            completionCandidates = Labels.class)
    private List<String> kinds = List.of();

    @Option(names = "--roles", split = ",", paramLabel = "ROLE", description = "Whose leaders are hit.")
    private List<String> roles = FaultPlan.USUAL;

    @Option(
            names = "--calm",
            paramLabel = "N",
            description =
                    "Seconds for which all nodes serve before the next fault, one at a time: to measure fail-overs of"
                            + " a cluster that has warmed up. By default faults follow each other fast, and overlap.")
    private long calmSeconds;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where everything is kept; target/chaos/<seed> by default.")
    private Path folder;

    @Option(names = "--keep", description = "Keeps the databases of a good run as well.")
    private boolean keep;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Chaos()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        if (shards != null) {
            refuseWhatShardsDoNotKnow();
        } else if (previous != null) {
            throw new ParameterException(spec.commandLine(), "--previous is for processes of --shards");
        }
        long chosen = seed == null ? ThreadLocalRandom.current().nextLong(1_000_000) : seed;
        Path where = (folder == null ? Path.of("target", "chaos", Long.toString(chosen)) : folder).toAbsolutePath();
        if (Files.exists(where)) {
            spec.commandLine().getErr().println("baton: " + where + " is there already: name another --folder");
            return 1;
        }
        Files.createDirectories(where);
        if (shards != null) {
            return shared(chosen, where) ? 0 : 1;
        }
        Settings settings = new Settings(
                seconds != null ? seconds : hostile ? StormResult.WHOLE_SECONDS : USUAL_SECONDS,
                chosen,
                nodes == null ? Settings.USUAL_NODES : nodes,
                perSecond,
                hostile ? List.of() : chosenKinds(),
                roles,
                hostile && calmSeconds == 0 ? USUAL_CALM_SECONDS : calmSeconds,
                REST_SECONDS,
                where,
                List.of(),
                engine);
        out.println("Seed " + chosen + ", everything in " + where);
        out.flush();
        boolean ok = hostile ? weathered(settings, out) : endured(settings, out);
        if (ok && !keep) {
            Folders.removeDatabases(where);
        }
        return ok ? 0 : 1;
    }

    private void refuseWhatShardsDoNotKnow() {
        CommandLine line = spec.commandLine();
        for (String option : NOT_WITH_SHARDS) {
            if (line.getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(
                        line, option + " is for nodes of the server: with --shards there are none, leave it out");
            }
        }
        if (shards < 2 || shards > ShardsSettings.MOST_SHARDS) {
            throw new ParameterException(
                    line, "--shards is " + shards + ": it must be 2 to " + ShardsSettings.MOST_SHARDS);
        }
        if (previous != null && !Files.isDirectory(previous.resolve("baton-shards/target/classes"))) {
            throw new ParameterException(line, "--previous is " + previous + ", where no baton-shards is built");
        }
        if (nodes != null && nodes < 2) {
            throw new ParameterException(line, "--nodes is " + nodes + ": with --shards it must be 2 at least");
        }
    }

    /** What a process of that tree loads before anything of this one; libraries are this one's. */
    private static List<Path> classesOf(Path tree) throws IOException {
        try (Stream<Path> modules = Files.list(tree)) {
            return Stream.concat(
                            Stream.of(tree.resolve("verification/chaos")),
                            modules.filter(
                                    module -> module.getFileName().toString().startsWith("baton-")))
                    .map(module -> module.resolve("target/classes").toAbsolutePath())
                    .filter(Files::isDirectory)
                    .toList();
        }
    }

    private boolean shared(long chosen, Path where) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        ShardsSettings settings = new ShardsSettings(
                seconds == null ? USUAL_SECONDS : seconds,
                chosen,
                nodes == null ? ShardsSettings.USUAL_NODES : nodes,
                shards,
                List.of(ShardFault.values()),
                ShardsSettings.USUAL_CALM_SECONDS,
                where,
                List.of(),
                previous == null ? List.of() : classesOf(previous));
        out.println("Seed " + chosen + ", everything in " + where);
        out.flush();
        Progress progress = new Progress(spec.commandLine().getErr());
        ShardsResult result = new ShardsRun(settings, progress).run();
        progress.done();
        String report = ShardsReport.of(result);
        Files.writeString(where.resolve("report.txt"), report);
        out.println(report);
        out.flush();
        if (result.ok() && !keep) {
            Folders.removeDatabases(where);
        }
        return result.ok();
    }

    private boolean weathered(Settings settings, PrintWriter out) throws Exception {
        Progress progress = new Progress(spec.commandLine().getErr());
        StormResult result = new HostileRun(settings, progress).run();
        progress.done();
        String report = StormReport.of(result);
        Files.writeString(settings.folder().resolve("report.txt"), report);
        out.println(report);
        out.flush();
        return result.ok();
    }

    private boolean endured(Settings settings, PrintWriter out) throws Exception {
        Path where = settings.folder();
        Progress progress = new Progress(spec.commandLine().getErr());
        Result result = new Run(settings, progress).run();
        progress.done();
        Files.writeString(where.resolve("report.txt"), TextReport.of(result));
        Files.writeString(where.resolve("report.html"), HtmlReport.of(result));
        try (Journal times = new Journal(where.resolve("failovers.tsv"))) {
            FailOvers.of(result).forEach((key, millis) -> millis.forEach(time -> times.write(key, time)));
        }
        out.println(TextReport.of(result));
        out.println("The report is in " + where.resolve("report.html"));
        out.flush();
        return result.ok();
    }

    private List<Kind> chosenKinds() {
        return kinds.isEmpty()
                ? usual(engine)
                : kinds.stream()
                        .map(label -> Arrays.stream(Kind.values())
                                .filter(kind -> kind.label().equals(label) && kind.canHappenOn(engine))
                                .findFirst()
                                .orElseThrow(() -> new CommandLine.ParameterException(
                                        spec.commandLine(), "there is no fault '" + label + "' of " + engine.label())))
                        .toList();
    }

    /** All faults of a database that need nothing special of the machine. */
    static List<Kind> usual(Engine engine) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.isUsualOn(engine))
                .toList();
    }

    /** What {@code --engine} takes. */
    static final class EngineByLabel implements CommandLine.ITypeConverter<Engine> {
        @Override
        public Engine convert(String label) {
            return Engine.of(label)
                    .orElseThrow(() -> new CommandLine.TypeConversionException("there is no engine '" + label + "'"));
        }
    }

    /** What {@code --faults} takes. */
    static final class Labels implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return Arrays.stream(Kind.values()).map(Kind::label).iterator();
        }
    }
}
