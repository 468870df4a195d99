package dev.baton.server.cli;

import dev.baton.alerts.AlertRule;
import dev.baton.alerts.PrometheusRules;
import dev.baton.alerts.condition.Condition;
import dev.baton.server.cli.remote.NodeClient;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.http.Json;
import dev.baton.server.node.AlertSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton alerts} */
@Command(name = "alerts", description = "Looks at alerts and their rules.", synopsisSubcommandLabel = "COMMAND")
final class AlertsCommand {

    private static final String CONFIG = "The configuration; baton.toml here, if there is one; else the shipped rules.";

    @Command(name = "list", description = "Lists the alerts of a cluster and how they stand.")
    int list(@Mixin NodeClient remote, @Mixin Output output) throws IOException, InterruptedException {
        output.table(remote.get("/v1/alerts").path("items"), "name", "state", "severity", "reading", "since");
        return 0;
    }

    @Command(name = "check", description = "Reads the rules as a node would, and shows them; exits 1 if one is wrong.")
    int check(
            @Mixin Output output, @Option(names = "--config", paramLabel = "FILE", description = CONFIG) Path config) {
        List<Map<String, Object>> items =
                rules(config).stream().map(AlertsCommand::item).toList();
        output.table(Json.tree(items), "name", "condition", "for", "severity", "notify");
        return 0;
    }

    @Command(
            name = "export",
            description = "Writes the rules for a Prometheus, and one more for a database that is down.")
    int export(
            @Mixin Output output, @Option(names = "--config", paramLabel = "FILE", description = CONFIG) Path config) {
        output.line(PrometheusRules.write(rules(config)).stripTrailing());
        return 0;
    }

    private static List<AlertRule> rules(Path config) {
        Path usual = Path.of("baton.toml");
        Optional<Path> file =
                Optional.ofNullable(config).or(() -> Files.exists(usual) ? Optional.of(usual) : Optional.empty());
        return AlertSetup.rules(new ConfigReader(System.getenv(), Map.of()).read(file));
    }

    private static Map<String, Object> item(AlertRule rule) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("name", rule.name());
        item.put("condition", rule.condition().toString());
        item.put("for", Condition.duration(rule.lasting()));
        item.put("severity", rule.severity().word());
        item.put("notify", String.join(", ", rule.receivers()));
        return item;
    }
}
