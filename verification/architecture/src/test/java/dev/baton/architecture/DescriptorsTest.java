package dev.baton.architecture;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every library says in a descriptor what it needs and what it shows. */
class DescriptorsTest {

    private static final String DESCRIPTOR = "src/main/java/module-info.java";
    private static final Pattern SHOWN = Pattern.compile("(?m)^\\s*(?:exports|opens)\\s+([\\w.]+)\\s*;");

    /** A program, and a list of versions. */
    private static final List<String> NO_LIBRARY = List.of("baton-server", "baton-bom");

    @Test
    void everyLibraryHasADescriptor() {
        List<Path> libraries = Repository.published().stream()
                .filter(module -> !NO_LIBRARY.contains(Repository.name(module)))
                .toList();

        assertThat(libraries.stream().map(Repository::name)).contains("baton-core", "baton-testkit");
        assertThat(without(libraries)).isEmpty();
    }

    @Test
    void catchesALibraryWithoutADescriptor(@TempDir Path folder) throws IOException {
        Path library = Files.createDirectories(folder.resolve("baton-planted"));

        assertThat(without(List.of(library))).containsExactly("baton-planted");
    }

    /** What users may use, for whom it is kept; all else is shown to modules of ours by name, or to nobody. */
    private static final Map<String, Set<String>> API = Map.ofEntries(
            entry("baton-core", Set.of("dev.baton", "dev.baton.spi")),
            entry("baton-sql", Set.of("dev.baton.sql", "dev.baton.sql.schema")),
            entry(
                    "baton-submissions",
                    Set.of("dev.baton.submissions", "dev.baton.submissions.gateway", "dev.baton.submissions.model")),
            entry("baton-jobs", Set.of("dev.baton.jobs", "dev.baton.jobs.cron")),
            entry("baton-shards", Set.of("dev.baton.shards")),
            entry("baton-alerts", Set.of("dev.baton.alerts", "dev.baton.alerts.condition", "dev.baton.alerts.notify")),
            entry("baton-azure", Set.of("dev.baton.azure")),
            entry("baton-micrometer", Set.of("dev.baton.micrometer")),
            entry("baton-opentelemetry", Set.of("dev.baton.opentelemetry")),
            entry("baton-shedlock", Set.of("dev.baton.shedlock")),
            entry("baton-spring-boot-starter", Set.of("dev.baton.spring")),
            entry(
                    "baton-testkit",
                    Set.of("dev.baton.testkit", "dev.baton.testkit.contract", "dev.baton.testkit.process")));

    @Test
    void aDescriptorShowsTheApiAlone() {
        for (Path library : Repository.published()) {
            Path descriptor = library.resolve(DESCRIPTOR);
            if (Files.exists(descriptor)) {
                assertThat(shown(Repository.read(descriptor)))
                        .as(Repository.name(library))
                        .isEqualTo(API.get(Repository.name(library)));
            }
        }
    }

    @Test
    void catchesAnInsideThatIsShown() {
        assertThat(shown("module a {\n  exports a.b;\n  exports a.c to\n    d;\n  opens a.e;\n}"))
                .isEqualTo(Set.of("a.b", "a.e"));
    }

    /** To everybody. */
    private static Set<String> shown(String descriptor) {
        return SHOWN.matcher(descriptor).results().map(match -> match.group(1)).collect(Collectors.toSet());
    }

    private static List<String> without(List<Path> libraries) {
        return libraries.stream()
                .filter(library -> !Files.exists(library.resolve(DESCRIPTOR)))
                .map(Repository::name)
                .toList();
    }
}
