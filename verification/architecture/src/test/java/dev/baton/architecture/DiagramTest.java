package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DiagramTest {

    @Test
    void thePictureOfTheModulesIsTrue() {
        Map<String, List<String>> uses = Repository.published().stream()
                .map(Repository::name)
                .filter(module -> !module.equals("baton-bom"))
                .collect(Collectors.toMap(Function.identity(), DiagramTest::uses));
        String page = Repository.read(Repository.root().resolve("ARCHITECTURE.md"));

        assertThat(Diagram.lies(page, uses)).isEmpty();
    }

    @Test
    void everyKindOfLieIsFound() {
        String page = "## Modules\n\n```\n baton-sql   baton-jobs\n ---\n baton-core baton-jobs\n baton-gone\n```\n";
        Map<String, List<String>> uses = Map.of(
                "baton-core", List.of("baton-sql"),
                "baton-jobs", List.of("baton-core"),
                "baton-sql", List.of("baton-core"),
                "baton-new", List.of());

        assertThat(Diagram.lies(page, uses))
                .containsExactlyInAnyOrder(
                        "baton-jobs is drawn twice",
                        "baton-gone is drawn, but there is no such module",
                        "baton-core uses baton-sql, which is not drawn below it",
                        "baton-jobs uses baton-core, which is not drawn below it",
                        "baton-new is not drawn");
    }

    private static List<String> uses(String module) {
        Path pom = Repository.root().resolve(module).resolve("pom.xml");
        return Poms.uses(Repository.read(pom));
    }
}
