package dev.baton.server.cli;

import dev.baton.server.config.FailureReason;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code baton} */
@Command(
        name = "baton",
        description = "Exactly one acting instance per role, on the SQL database that is already there.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Commands.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            RunCommand.class,
            DemoCommand.class,
            DbCommand.class,
            SchemaCommand.class,
            DoctorCommand.class,
            AuditCommand.class,
            LeaderCommands.Leaders.class,
            LeaderCommands.HistoryCommand.class,
            LeaderCommands.Drain.class,
            LeaderCommands.Undrain.class,
            LeaderCommands.Transfer.class,
            ShardsCommand.class,
            JobsCommand.class,
            QueuesCommand.class,
            IntentsCommand.class,
            AlertsCommand.class,
            BenchCommand.class,
            ChaosCommand.class,
            RehearseCommand.class,
            Commands.Completion.class
        })
public final class Commands {

    private Commands() {}

    /** Runs a command line; answers with the exit code. */
    public static int run(String... arguments) {
        CommandLine line = line();
        Optional<String> unreadable = unreadable(arguments);
        if (unreadable.isPresent()) {
            return refuse(line, unreadable.get());
        }
        try {
            return line.execute(arguments);
        } catch (OutOfMemoryError e) { // also where the system allows no further thread
            return refuse(
                    line,
                    FailureReason.of(e) + ": give it more memory, or where threads are limited (ulimit -u, pids.max)"
                            + " a few hundred of them");
        }
    }

    /** Java knows letters outside of ASCII, in paths too, only where the locale does; else it would use other paths. */
    private static Optional<String> unreadable(String... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of(System.getProperty("user.dir")))
                .filter(text -> text.indexOf('\uFFFD') >= 0)
                .findFirst()
                .map(text -> "'" + text + "' has letters that this locale has not ("
                        + System.getProperty("sun.jnu.encoding") + "): set LC_ALL=C.UTF-8");
    }

    private static int refuse(CommandLine line, String sentence) {
        line.getErr().println("baton: " + sentence);
        line.getErr().flush();
        return 1;
    }

    static CommandLine line() {
        CommandLine line = new CommandLine(new Commands());
        line.setExecutionExceptionHandler((error, command, parsed) -> refuse(command, sentence(error)));
        return line;
    }

    private static String sentence(Exception error) {
        return FailureReason.of(error).replaceAll("\\s*\\R\\s*", " ");
    }

    /** {@code baton completion} */
    @Command(name = "completion", description = "Prints a completion script: source <(baton completion)")
    static final class Completion implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Mixin
        private Output output;

        @Override
        public Integer call() {
            output.line(AutoComplete.bash("baton", spec.root().commandLine()));
            return 0;
        }
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Commands.class.getPackage().getImplementationVersion();
            return new String[] {"baton " + (version == null ? "development" : version)};
        }
    }
}
