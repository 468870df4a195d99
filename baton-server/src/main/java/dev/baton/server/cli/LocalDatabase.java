package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import dev.baton.server.config.DatabaseConfig;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.node.DataSources;
import dev.baton.server.postgres.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The database that a command is about: a named one, or the embedded one of a folder. */
final class LocalDatabase {

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--db", paramLabel = "URL", description = "A database. Its password comes from BATON_DB_PASSWORD.")
    private String url;

    @Option(names = "--db-user", paramLabel = "U", description = "The account for --db.")
    private String user;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "./data",
            description = "The folder of the embedded database; ${DEFAULT-VALUE} by default.")
    private Path data;

    DataSource source() {
        return DataSources.plain(login());
    }

    private Login login() {
        if (url == null) {
            return EmbeddedPostgres.in(data)
                    .running()
                    .orElseThrow(() -> new CommandException("no embedded database runs in " + data
                            + ": start it with 'baton db start', or name a database with --db"));
        }
        DatabaseConfig.unusable(url).ifPresent(why -> {
            throw new ParameterException(spec.commandLine(), "--db is '" + DatabaseConfig.shown(url) + "': " + why);
        });
        return new Login(
                url, Optional.ofNullable(user), Optional.ofNullable(System.getenv("BATON_DB_PASSWORD")), "password");
    }
}
