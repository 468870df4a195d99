package dev.baton.server.cli;

import dev.baton.server.config.ConfigException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code baton} */
@Command(
        name = "baton",
        description = "Exactly one acting instance per role, on the SQL database that is already there.",
        subcommands = {ServeCommand.class, AlertsCommand.class, HelpCommand.class})
public final class Commands implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    private Commands() {}

    /** Runs a command line; answers with the exit code. */
    public static int run(String... arguments) {
        CommandLine line = new CommandLine(new Commands());
        line.setExecutionExceptionHandler((error, command, parsed) -> {
            command.getErr().println("baton: " + sentence(error));
            return 1;
        });
        return line.execute(arguments);
    }

    private static String sentence(Exception error) {
        return error instanceof ConfigException || error.getMessage() != null ? error.getMessage() : error.toString();
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return 2;
    }
}
