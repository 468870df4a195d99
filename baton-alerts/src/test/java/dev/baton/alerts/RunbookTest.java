package dev.baton.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever is woken by a notice finds its name in the runbook. */
class RunbookTest {

    private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");
    private static final Pattern EXPORTED = Pattern.compile("alert: \"?([a-z_]+)");

    @Test
    void namesTheShippedRulesAndNoOthers() throws IOException {
        List<String> exported = names(EXPORTED, PrometheusRules.write(DefaultRules.all()));

        assertThat(exported)
                .containsAll(DefaultRules.all().stream().map(AlertRule::name).toList());
        assertThat(rows().flatMap(row -> names(NAME, row.split("\\|")[1]).stream()))
                .containsExactlyInAnyOrderElementsOf(exported);
    }

    private static Stream<String> rows() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "guides", "runbook.md"));
        String section = page.substring(page.indexOf("## Alerts\n")).split("\n## ")[0];
        return section.lines().filter(line -> line.startsWith("| "));
    }

    private static List<String> names(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
