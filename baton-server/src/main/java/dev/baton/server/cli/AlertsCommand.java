package dev.baton.server.cli;

import dev.baton.alerts.AlertRule;
import dev.baton.alerts.PrometheusRules;
import dev.baton.alerts.condition.Condition;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.Json;
import dev.baton.server.node.AlertSetup;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton alerts} */
@Command(
        name = "alerts",
        description = "The alert rules of a configuration.",
        subcommands = {AlertsCommand.Check.class, AlertsCommand.Export.class})
final class AlertsCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return 2;
    }

    /** Where the rules are. */
    static final class Rules {

        @Option(
                names = "--config",
                paramLabel = "FILE",
                description = "The configuration; baton.toml here, if there is one, else the shipped rules.")
        private Path config;

        List<AlertRule> read() {
            Path usual = Path.of("baton.toml");
            Optional<Path> file =
                    Optional.ofNullable(config).or(() -> Files.exists(usual) ? Optional.of(usual) : Optional.empty());
            Configuration configuration = new ConfigReader(System.getenv(), Map.of()).read(file);
            return AlertSetup.rules(configuration);
        }
    }

    /** {@code baton alerts check} */
    @Command(name = "check", description = "Reads the rules as a node would, and shows them; exits 1 if one is wrong.")
    static final class Check implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private Rules rules;

        @Option(names = "--json", description = "As JSON.")
        private boolean json;

        @Override
        public Integer call() {
            List<AlertRule> all = rules.read();
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(Json.pretty(all.stream().map(Check::item).toList()));
                return 0;
            }
            for (AlertRule rule : all) {
                out.printf(
                        "%-24s %-9s %s%s -> %s%n",
                        rule.name(),
                        rule.severity().word(),
                        rule.condition(),
                        rule.lasting().isZero() ? "" : " for " + Condition.duration(rule.lasting()),
                        String.join(", ", rule.receivers()));
            }
            return 0;
        }

        private static Map<String, Object> item(AlertRule rule) {
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("name", rule.name());
            item.put("condition", rule.condition().toString());
            item.put("for", Condition.duration(rule.lasting()));
            item.put("severity", rule.severity().word());
            item.put("notify", rule.receivers());
            return item;
        }
    }

    /** {@code baton alerts export} */
    @Command(
            name = "export",
            description = "Writes the rules for a Prometheus, and one more for a database that is down.")
    static final class Export implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Mixin
        private Rules rules;

        @Override
        public Integer call() {
            spec.commandLine().getOut().print(PrometheusRules.write(rules.read()));
            spec.commandLine().getOut().flush();
            return 0;
        }
    }
}
