package dev.baton.server.cli;

import java.util.concurrent.Callable;
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
            DemoCommand.class,
            DbCommand.class,
            SchemaCommand.class,
            DoctorCommand.class,
            AuditCommand.class,
            LeaderCommands.Leaders.class,
            LeaderCommands.Drain.class,
            LeaderCommands.Undrain.class,
            LeaderCommands.Transfer.class,
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
        return line().execute(arguments);
    }

    static CommandLine line() {
        CommandLine line = new CommandLine(new Commands());
        line.setExecutionExceptionHandler((error, command, parsed) -> {
            command.getErr().println("baton: " + sentence(error));
            command.getErr().flush();
            return 1;
        });
        return line;
    }

    private static String sentence(Exception error) {
        String message = error.getMessage() == null ? error.toString() : error.getMessage();
        return message.replaceAll("\\s*\\R\\s*", " ");
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
