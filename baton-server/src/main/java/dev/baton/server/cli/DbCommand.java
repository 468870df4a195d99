package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.postgres.Backup;
import dev.baton.server.postgres.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton db} */
@Command(name = "db", description = "Looks after the embedded database.", synopsisSubcommandLabel = "COMMAND")
final class DbCommand {

    /** The folder that a command is about. */
    static final class Folder {
        @Option(
                names = "--data",
                paramLabel = "DIR",
                defaultValue = "./data",
                description = "The folder of the database; ${DEFAULT-VALUE} by default.")
        private Path data;

        EmbeddedPostgres open() {
            return EmbeddedPostgres.in(data);
        }
    }

    @Command(name = "start", description = "Starts it, to run until it is stopped.")
    int start(@Mixin Folder folder, @Mixin Output output) {
        output.line("running: " + folder.open().start());
        return 0;
    }

    @Command(name = "stop", description = "Stops it, whoever uses it.")
    int stop(@Mixin Folder folder, @Mixin Output output) {
        output.line(folder.open().stop() ? "stopped" : "it was not running");
        return 0;
    }

    @Command(name = "url", description = "Prints its JDBC URL, user and password included, for local tools.")
    int url(@Mixin Folder folder, @Mixin Output output) {
        Login login = folder.open()
                .running()
                .orElseThrow(() -> new CommandException("it is not running: start it with 'baton db start'"));
        output.line(login.url() + "?user=" + login.user().orElseThrow() + "&password="
                + login.password().orElseThrow());
        return 0;
    }

    @Command(name = "backup", description = "Writes a copy of the running database to a file.")
    int backup(@Mixin Folder folder, @Mixin Output output, @Parameters(paramLabel = "FILE") Path file) {
        Backup.write(folder.open(), file);
        output.line("written to " + file);
        return 0;
    }

    @Command(name = "restore", description = "Puts a backup into a folder that has no database.")
    int restore(@Mixin Folder folder, @Mixin Output output, @Parameters(paramLabel = "FILE") Path file) {
        Backup.restore(folder.open(), file, Clock.systemUTC().instant());
        output.line("restored; epochs go on above every one that was given out before");
        return 0;
    }
}
