package dev.baton.server.cli;

import dev.baton.server.config.ConfigException;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What is asked of every process that stands for roles: which configuration, and which database. */
final class NodeOptions {

    /** What a key is called on the command line, where commands have an option for it. */
    private static final Map<String, String> OPTIONS = Map.of(
            "node.id", "--node",
            "node.weight", "--weight",
            "server.bind", "--bind",
            "server.port", "--port",
            "server.data", "--data",
            "database.url", "--db",
            "database.user", "--db-user",
            "election.strategy", "--strategy");

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration; baton.toml here, if there is one.")
    private Path config;

    @Option(names = "--node", paramLabel = "ID", description = "The node's name; the host name by default.")
    private String node;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The folder of the embedded database; ./data by default.")
    private String data;

    @Option(names = "--db", paramLabel = "JDBC_URL", description = "Your own database. Password: BATON_DB_PASSWORD.")
    private String db;

    @Option(names = "--db-user", paramLabel = "U", description = "The account for --db.")
    private String user;

    @Option(names = "--strategy", paramLabel = "lease|session", description = "How all roles are elected.")
    private String strategy;

    /** @param more what else the command line sets, by key; null where it does not */
    Configuration read(Map<String, String> more) {
        Map<String, String> flags = new LinkedHashMap<>(more);
        flags.put("node.id", node);
        flags.put("server.data", data);
        flags.put("database.url", db);
        flags.put("database.user", user);
        flags.put("election.strategy", strategy);
        flags.values().removeIf(value -> value == null);
        try {
            return new ConfigReader(System.getenv(), flags).read(file());
        } catch (ConfigException e) {
            throw e.key().filter(flags::containsKey).isPresent() ? wrongUsage(e) : e;
        }
    }

    private ParameterException wrongUsage(ConfigException refused) {
        String key = refused.key().orElseThrow();
        String said = refused.getMessage().replace(key + " is ", OPTIONS.getOrDefault(key, key) + " is ");
        return new ParameterException(spec.commandLine(), said, refused);
    }

    private Optional<Path> file() {
        Path usual = Path.of("baton.toml");
        return Optional.ofNullable(config).or(() -> Files.exists(usual) ? Optional.of(usual) : Optional.empty());
    }
}
