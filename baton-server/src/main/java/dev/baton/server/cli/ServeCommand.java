package dev.baton.server.cli;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.Json;
import dev.baton.server.log.LogSetup;
import dev.baton.server.serve.Serve;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton serve} */
@Command(name = "serve", description = "Runs one node: HTTP API, dashboard, submissions and jobs.")
final class ServeCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration; baton.toml here, if there is one.")
    private Path config;

    @Option(names = "--node", paramLabel = "ID", description = "The node's name; the host name by default.")
    private String node;

    @Option(names = "--bind", paramLabel = "ADDR", description = "Where to listen; 127.0.0.1 by default.")
    private String bind;

    @Option(names = "--port", paramLabel = "N", description = "The port; 8080 or the next free one by default.")
    private String port;

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

    @Option(names = "--print-config", description = "Shows the effective configuration, without secrets, and ends.")
    private boolean print;

    @Override
    public Integer call() throws Exception {
        Configuration configuration = new ConfigReader(System.getenv(), flags()).read(file());
        if (print) {
            spec.commandLine().getOut().println(Json.pretty(configuration.effective()));
            return 0;
        }
        LogSetup.serve(configuration.log().level(), configuration.log().format());
        Serve.runAlone(configuration, spec.commandLine().getErr());
        return 0;
    }

    private Optional<Path> file() {
        Path usual = Path.of("baton.toml");
        return Optional.ofNullable(config).or(() -> Files.exists(usual) ? Optional.of(usual) : Optional.empty());
    }

    private Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        put(flags, "node.id", node);
        put(flags, "server.bind", bind);
        put(flags, "server.port", port);
        put(flags, "server.data", data);
        put(flags, "database.url", db);
        put(flags, "database.user", user);
        put(flags, "election.strategy", strategy);
        return flags;
    }

    private static void put(Map<String, String> flags, String key, String value) {
        if (value != null) {
            flags.put(key, value);
        }
    }
}
