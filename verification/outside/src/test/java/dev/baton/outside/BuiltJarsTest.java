package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's program on the libraries as they are built: as a named module that sees what they export, and on the class
 * path. In a module, statements are found only if the module that has them lets them be read.
 */
class BuiltJarsTest {

    private static final List<String> LIBRARIES = List.of("baton-core", "baton-sql", "baton-jobs", "baton-submissions");
    private static final Path PROGRAM = Path.of("src/test/resources/jars");
    private static final String MAIN = "dev.baton.jars.Main";

    /** What they stand on; of the class path of this test, which has much more. */
    private static final List<String> OTHERS = List.of("h2-", "slf4j-api-", "resilience4j-", "jackson-");

    @TempDir
    private Path folder;

    @Test
    void aProgramRunsOnTheModulePath() throws Exception {
        Path classes = compile("--module-path", path(jars()), "module-info.java");

        assertThat(run(
                        "--module-path",
                        path(jars()) + File.pathSeparator + classes,
                        "--module",
                        "dev.baton.jars/" + MAIN))
                .containsSubsequence("module dev.baton.jars", "elected", "fenced", "job ran", "intent accepted");
    }

    @Test
    void theSameProgramRunsOnTheClassPath() throws Exception {
        Path classes = compile("--class-path", path(jars()), "");

        assertThat(run("--class-path", path(jars()) + File.pathSeparator + classes, MAIN))
                .containsSubsequence("module null", "elected", "fenced", "job ran", "intent accepted");
    }

    /** What is not exported cannot be named. */
    @Test
    void theModulesKeepTheirInsides() throws Exception {
        Path curious = Files.createDirectories(folder.resolve("curious"));
        Files.writeString(curious.resolve("module-info.java"), "module curious { requires dev.baton.submissions; }");
        Files.writeString(
                Files.createDirectories(curious.resolve("curious")).resolve("Looker.java"),
                "package curious; class Looker { dev.baton.submissions.store.SubmissionSql sql; }");

        StringWriter said = new StringWriter();
        assertThat(compiled(curious, said, "--module-path", path(jars()))).isFalse();
        assertThat(said.toString()).contains("dev.baton.submissions.store");
    }

    private Path compile(String option, String jars, String descriptor) throws IOException {
        StringWriter said = new StringWriter();
        Path sources = Files.createDirectories(folder.resolve("sources/dev/baton/jars"));
        Files.copy(PROGRAM.resolve("dev/baton/jars/Main.java"), sources.resolve("Main.java"));
        if (!descriptor.isEmpty()) {
            Files.copy(PROGRAM.resolve(descriptor), folder.resolve("sources").resolve(descriptor));
        }
        assertThat(compiled(folder.resolve("sources"), said, option, jars))
                .as(said::toString)
                .isTrue();
        return folder.resolve("classes");
    }

    private boolean compiled(Path sources, StringWriter said, String option, String jars) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> all = Files.walk(sources)) {
            List<Path> units =
                    all.filter(file -> file.toString().endsWith(".java")).toList();
            List<String> options = List.of(
                    "--release",
                    "17",
                    option,
                    jars,
                    "-d",
                    folder.resolve("classes").toString());
            return compiler.getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(units))
                    .call();
        }
    }

    private List<String> run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        Path said = folder.resolve("said");
        Process program = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(program.waitFor(5, TimeUnit.MINUTES)).isTrue();
            List<String> lines = Files.readAllLines(said);
            assertThat(program.exitValue()).as(String.join("\n", lines)).isZero();
            return lines;
        } finally {
            program.destroyForcibly();
        }
    }

    private static List<Path> jars() {
        List<Path> jars = new ArrayList<>();
        LIBRARIES.forEach(library -> jars.add(built(library)));
        Stream.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> OTHERS.stream()
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

    private static String path(List<Path> jars) {
        return jars.stream()
                .map(jar -> jar.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
