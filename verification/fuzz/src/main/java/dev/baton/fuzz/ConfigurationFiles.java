package dev.baton.fuzz;

import dev.baton.server.config.ConfigException;
import dev.baton.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A {@code baton.toml}: read, or refused with a sentence. */
public final class ConfigurationFiles {

    private static final Map<String, String> FLAGS = Map.of("node.id", "n1", "server.bind", "127.0.0.1");

    private ConfigurationFiles() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        Path file = Files.createTempFile("baton-fuzz", ".toml");
        try {
            Files.write(file, input);
            new ConfigReader(Map.of(), FLAGS).read(Optional.of(file));
        } catch (ConfigException refused) {
            Expect.that(refused.getMessage() != null && !refused.getMessage().isBlank(), "refused without a word");
        } finally {
            Files.delete(file);
        }
    }
}
