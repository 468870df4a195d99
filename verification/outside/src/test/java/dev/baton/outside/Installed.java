package dev.baton.outside;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Programs of the machine. A test that needs one is skipped without it, unless the environment says that it is required. */
final class Installed {

    private Installed() {}

    /** @param required the variable that turns a skip into a failure */
    static Path program(String name, String packageName, String required) {
        String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
        Path found = Stream.of(path.split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        if (found == null && Boolean.parseBoolean(System.getenv(required))) {
            throw new AssertionError(name + " is not installed, and " + required + " is true");
        }
        Assumptions.assumeTrue(
                found != null, name + " is not installed: install " + packageName + " to run these tests");
        return found;
    }
}
