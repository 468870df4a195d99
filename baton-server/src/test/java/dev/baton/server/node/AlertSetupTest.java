package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.alerts.AlertRule;
import dev.baton.alerts.DefaultRules;
import dev.baton.micrometer.Metric;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlertSetupTest {

    @TempDir
    private Path folder;

    private List<AlertRule> rules(String toml) throws IOException {
        Path file = Files.writeString(folder.resolve("baton.toml"), toml);
        return AlertSetup.rules(new ConfigReader(Map.of(), Map.of()).read(Optional.of(file)));
    }

    @Test
    void withoutRulesTheShippedOnesHold() throws IOException {
        assertThat(rules(""))
                .extracting(AlertRule::name)
                .isEqualTo(DefaultRules.all().stream().map(AlertRule::name).toList());
    }

    @Test
    void takesTheRulesOfDocument004WithTheirNotifiers() throws IOException {
        List<AlertRule> rules = rules("""
                [notifiers.pagerduty]
                type = "pagerduty"
                key_file = "/etc/baton/pagerduty"

                [notifiers.slack]
                type = "slack"
                url = "https://hooks.slack.example/services/x"

                [[alerts]]
                name = "no_scheduler_leader"
                condition = "sum(baton_leader_is_leader{role='scheduler'}) == 0"
                for = "30s"
                severity = "critical"
                notify = ["pagerduty"]

                [[alerts]]
                name = "frequent_failovers"
                condition = "rate(baton_leader_failovers_total[5m]) > 5"
                severity = "warning"
                notify = ["slack:#ops"]
                """);
        assertThat(rules.get(0).receivers()).containsExactly("pagerduty");
        assertThat(rules.get(1).receivers()).containsExactly("slack:#ops");
        assertThat(rules.get(0).lasting()).hasSeconds(30);
    }

    @Test
    void saysWhichRuleIsWrongAndWhere() {
        assertThatThrownBy(() -> rules("""
                        [[alerts]]
                        name = "hot"
                        condition = "sum(heat > 3"
                        """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("alert 'hot'", "column 10", "expected ')'");
    }

    @Test
    void refusesANotifierThatIsNotThere() {
        assertThatThrownBy(() -> rules("""
                        [[alerts]]
                        name = "hot"
                        condition = "baton_leader_epoch > 3"
                        notify = ["slack:#ops"]
                        """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("alert hot notifies 'slack', which is not configured: there are log");
    }

    @Test
    void refusesACredentialThatANotifierCannotShow() {
        assertThatThrownBy(() -> rules("""
                        [notifiers.hook]
                        type = "webhook"
                        url = "https://example.org/"
                        credential = "missing"
                        """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("notifiers.hook.credential", "there is no [credentials.missing]");
        assertThatThrownBy(() -> rules("""
                        [notifiers.chat]
                        type = "slack"
                        url = "https://example.org/"
                        credential = "missing"
                        """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("it goes with type webhook");
    }

    @Test
    void aKeyFileIsReadForEveryNoticeAndKeepsItsLastValue() throws IOException {
        Path file = Files.writeString(folder.resolve("key"), "first\n");
        KeyFile key = new KeyFile(file);
        assertThat(key.get()).isEqualTo("first");
        Files.writeString(file, "second");
        assertThat(key.get()).isEqualTo("second");
        Files.writeString(file, "");
        assertThat(key.get()).isEqualTo("second");
        Files.delete(file);
        assertThat(key.get()).isEqualTo("second");
        assertThatThrownBy(() -> new KeyFile(file)).isInstanceOf(ConfigException.class);
    }

    @Test
    void refusesAMetricThatThereIsNot() {
        assertThatThrownBy(() -> rules("""
                        [[alerts]]
                        name = "flapping"
                        condition = "sum(increase(baton_leader_failover_total[5m])) > 5"
                        """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(
                        "alert 'flapping' is about baton_leader_failover_total",
                        "did you mean baton_leader_failovers_total");
    }

    @Test
    void takesEveryMetricThatThereIs() throws IOException {
        StringBuilder toml = new StringBuilder();
        for (Metric metric : Metric.values()) {
            for (String sample : metric.sampleNames()) {
                toml.append("[[alerts]]\nname = \"")
                        .append(sample)
                        .append("\"\ncondition = \"")
                        .append(sample);
                toml.append(" > 0\"\n");
            }
        }
        assertThat(rules(toml.toString())).hasSizeGreaterThan(Metric.values().length);
    }
}
