package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every library says in a descriptor what it needs and what it shows. */
class DescriptorsTest {

    /** The server is a program. Why the starter has a name and no descriptor: decision 7. */
    private static final Map<String, String> NAME_ONLY = Map.of("baton-spring-boot-starter", "dev.baton.spring");

    private static final List<String> NO_LIBRARY = List.of("baton-server", "baton-bom");

    @Test
    void everyLibraryHasADescriptor() {
        List<Path> libraries = Repository.published().stream()
                .filter(module -> !NO_LIBRARY.contains(Repository.name(module)))
                .toList();

        assertThat(libraries.stream().map(Repository::name)).contains("baton-core", "baton-testkit");
        assertThat(without(libraries)).containsExactlyInAnyOrderElementsOf(NAME_ONLY.keySet());
    }

    /** So that whoever has a module of their own can require it, and goes on when it gets a descriptor. */
    @Test
    void whatHasNoneHasAName() {
        NAME_ONLY.forEach(
                (module, name) -> assertThat(Repository.read(Repository.root().resolve(module + "/pom.xml")))
                        .contains("<Automatic-Module-Name>" + name + "</Automatic-Module-Name>"));
    }

    @Test
    void catchesALibraryWithoutADescriptor(@TempDir Path folder) throws IOException {
        Path library = Files.createDirectories(folder.resolve("baton-planted"));

        assertThat(without(List.of(library))).containsExactly("baton-planted");
    }

    private static List<String> without(List<Path> libraries) {
        return libraries.stream()
                .filter(library -> !Files.exists(library.resolve("src/main/java/module-info.java")))
                .map(Repository::name)
                .toList();
    }
}
