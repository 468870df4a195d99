package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeadershipEvent.Cause;
import dev.baton.micrometer.Metric;
import dev.baton.spring.properties.PropertyKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The reference page says what the code says. */
class ReferenceTest {

    private final String page = read();

    /** The folder of the documentation. */
    static Path docs() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/reference.md"))) {
            at = at.getParent();
        }
        return at.resolve("docs");
    }

    private static String read() {
        try {
            return Files.readString(docs().resolve("reference.md"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<MatchResult> rows(String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(page)
                .results()
                .toList();
    }

    @Test
    void listsEveryProperty() {
        assertThat(rows("^\\| `(baton\\.[A-Za-z.-]+)` \\|").stream().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(PropertyKeys.all());
    }

    @Test
    void listsEveryMetricWithTypeAndLabels() {
        List<String> ours = Arrays.stream(Metric.values())
                .map(metric -> metric.prometheusName() + " " + type(metric) + " " + String.join(", ", metric.labels()))
                .map(String::trim)
                .toList();
        assertThat(rows("^\\| `((?:baton|submission)_\\w+)` \\| (\\w+) \\| ([a-z_, ]*) ?\\|").stream()
                        .map(row -> (row.group(1) + " " + row.group(2) + " "
                                        + row.group(3).trim())
                                .trim()))
                .containsExactlyInAnyOrderElementsOf(ours);
    }

    private static String type(Metric metric) {
        return switch (metric.type()) {
            case COUNTER -> "counter";
            case GAUGE, TIME -> "gauge";
            case HISTOGRAM -> "histogram";
        };
    }

    @Test
    void listsEveryReason() {
        for (Cause cause : Cause.values()) {
            if (cause.endsTerm()) {
                assertThat(page).contains("`" + cause.label() + "`");
            }
        }
    }
}
