package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShippedScriptsTest {

    /** What they should be is left in target/scripts, to be copied over the modules after a change of the schema. */
    @Test
    void sayWhatTheMigrationsSay() throws IOException {
        Path wanted = Path.of("target", "scripts");
        for (var module : ShippedScripts.COMPONENTS.entrySet()) {
            for (Map.Entry<String, String> file :
                    ShippedScripts.of(module.getValue()).entrySet()) {
                Path to = wanted.resolve(module.getKey())
                        .resolve("src/main/resources")
                        .resolve(file.getKey());
                Files.createDirectories(to.getParent());
                Files.writeString(to, file.getValue());
            }
        }
        for (var module : ShippedScripts.COMPONENTS.entrySet()) {
            for (Map.Entry<String, String> file :
                    ShippedScripts.of(module.getValue()).entrySet()) {
                Path shipped = root().resolve(module.getKey() + "/src/main/resources/" + file.getKey());
                assertThat(shipped)
                        .as("cp -r %s/* .. brings them up to date", wanted)
                        .hasContent(file.getValue());
            }
        }
    }

    /** Flyway runs whatever is there: one too many is a version that is run twice. */
    @Test
    void areAllThatIsShipped() throws IOException {
        for (var module : ShippedScripts.COMPONENTS.entrySet()) {
            Path resources = root().resolve(module.getKey()).resolve("src/main/resources");
            try (Stream<Path> shipped = Files.walk(resources.resolve("db/baton-schema"))) {
                assertThat(shipped.filter(Files::isRegularFile)
                                .map(file ->
                                        resources.relativize(file).toString().replace('\\', '/')))
                        .containsExactlyInAnyOrderElementsOf(
                                ShippedScripts.of(module.getValue()).keySet());
            }
        }
    }

    private static Path root() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("baton-bom"))) {
            at = at.getParent();
        }
        return at;
    }
}
