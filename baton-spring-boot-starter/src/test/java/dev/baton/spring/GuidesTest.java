package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.micrometer.Metric;
import dev.baton.spring.jobs.JobRunner;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.spring.properties.PropertyKeys;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What guides name is there: properties, in blocks and amid the text, and metrics. Their Java code is compiled elsewhere. */
class GuidesTest {

    private static final Pattern BLOCK = Pattern.compile("```properties\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern KEY = Pattern.compile("(?<!dev\\.)\\bbaton\\.[a-z]+(?:[.-][a-z0-9]+)+");
    private static final Pattern SHORT_KEY = Pattern.compile("`([a-z]+(?:-[a-z]+)+)`");
    private static final Pattern METRIC =
            Pattern.compile("\\b(?:baton|submission)_[a-z_]+_(?:total|seconds|depth|leader)\\b");

    private static final Path GUIDES = ReferenceTest.docs().resolve("guides");

    private static List<Path> guides() {
        try (Stream<Path> files = Files.list(GUIDES)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> found(Pattern pattern, Path guide) {
        try {
            return pattern
                    .matcher(Files.readString(guide))
                    .results()
                    .map(match -> match.group(match.groupCount()))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BatonProperties bound(String block) throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(block));
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate(
                        "baton",
                        Bindable.of(BatonProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
    }

    @Test
    void blocksOfPropertiesCanBeBound() throws IOException {
        int blocks = 0;
        for (Path guide : guides()) {
            for (String block : found(BLOCK, guide).toList()) {
                assertThat(bound(block)).as(guide.toString()).isNotNull();
                blocks++;
            }
        }
        assertThat(blocks).isGreaterThan(2);
        assertThatThrownBy(() -> bound("baton.election.lease-time=10s")).hasMessageContaining("baton");
    }

    /** As a key that is there, as the beginning of one, or with a name of the reader's own in it. */
    private static boolean isKnown(String key) {
        return PropertyKeys.all().stream()
                .anyMatch(known -> known.equals(key)
                        || known.startsWith(key + ".")
                        || key.matches(known.replace(".", "\\.").replace("NAME", "[a-z0-9-]+")));
    }

    @Test
    void everyPropertyThatIsNamedIsThere() {
        for (Path guide : guides()) {
            assertThat(found(KEY, guide).filter(key -> !isKnown(key)))
                    .as(guide.toString())
                    .isEmpty();
        }
        assertThat(isKnown("baton.election.roles.reporter.takeover")).isTrue();
        assertThat(isKnown("baton.election.lease-time")).isFalse();
    }

    @Test
    void shortNamesInTheTuningGuideAreProperties() {
        Set<String> endings = PropertyKeys.all().stream()
                .map(key -> key.substring(key.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
        List<String> named = found(SHORT_KEY, GUIDES.resolve("tuning.md"))
                .filter(name -> !JobRunner.DUTIES.contains(name))
                .toList();
        assertThat(named).isNotEmpty();
        assertThat(endings).containsAll(named);
    }

    @Test
    void everyMetricThatIsNamedIsThere() {
        Set<String> known =
                Arrays.stream(Metric.values()).map(Metric::prometheusName).collect(Collectors.toSet());
        for (Path guide : guides()) {
            assertThat(known)
                    .as(guide.toString())
                    .containsAll(found(METRIC, guide).toList());
        }
    }
}
