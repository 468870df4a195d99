package dev.baton.testkit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Programs of the machine that tests use where they are. The variable {@code BATON_TEST_PROGRAMS} holds for all of them:
 * {@code used} where they are installed, which is the default; {@code required}, so that a missing one fails a test
 * instead of skipping it; {@code hidden}, as if nothing were installed.
 */
public final class Installed {

    private static final String VARIABLE = "BATON_TEST_PROGRAMS";

    private enum Rule {
        USED,
        REQUIRED,
        HIDDEN
    }

    private Installed() {}

    /** Where a program is, if tests may use it. Debian's servers lie where other users' paths do not look. */
    public static Optional<Path> find(String program) {
        if (rule() == Rule.HIDDEN) {
            return Optional.empty();
        }
        String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
        return Stream.of(path.split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Where a program is; without it the test is skipped, or fails where programs are required. */
    public static Path program(String program, String debianPackage) {
        return demand(program, find(program), debianPackage);
    }

    /** The same for a file that is no program and may lie in one of several places. */
    public static Path file(String debianPackage, String... places) {
        Optional<Path> found = rule() == Rule.HIDDEN
                ? Optional.empty()
                : Stream.of(places).map(Path::of).filter(Files::exists).findFirst();
        return demand(places[0], found, debianPackage);
    }

    private static Path demand(String program, Optional<Path> found, String debianPackage) {
        if (found.isEmpty() && rule() == Rule.REQUIRED) {
            throw new AssertionError(program + " is not installed, and " + VARIABLE + " says that it is required");
        }
        Assumptions.assumeTrue(
                found.isPresent(), program + " is not installed: install " + debianPackage + " to run these tests");
        return found.get();
    }

    private static Rule rule() {
        String value = System.getenv().getOrDefault(VARIABLE, "used");
        return Stream.of(Rule.values())
                .filter(rule -> rule.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        VARIABLE + " is '" + value + "': say used, required or hidden, or remove it"));
    }
}
