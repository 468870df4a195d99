package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./baton} in a tree whose path has a blank and an umlaut, where the jar was built before. */
class StartScriptTest {

    /** A Java that says what it was given, one argument a line, and makes the archive that it is asked for. */
    private static final String JAVA = """
        #!/bin/sh
        for argument; do
            case $argument in
                -XX:ArchiveClassesAtExit=*) : >"${argument#*=}" ;;
            esac
            printf '%s\\n' "$argument"
        done
        """;

    @TempDir
    private Path folder;

    private Path tree;
    private Path target;

    @BeforeEach
    void copyTheTree() throws IOException {
        assumeTrue(Files.exists(Path.of("/bin/sh")), "there is no /bin/sh: ./baton is not for this system");
        String charset = System.getProperty("sun.jnu.encoding");
        assumeTrue(charset.equals("UTF-8"), "Java names no file with an umlaut in this locale: set LC_ALL=C.UTF-8");
        tree = folder.resolve("ein Ordner für Bäton");
        target = Files.createDirectories(tree.resolve("baton-server/target"));
        Files.copy(Path.of("../../baton"), tree.resolve("baton"));
        Files.createFile(target.resolve("baton.jar"));
    }

    @Test
    void aNodeStarts() throws Exception {
        Map<String, String> real =
                Map.of("JAVA_HOME", System.getProperty("java.home"), "BATON_JAVA_OPTS", "-Xshare:auto");
        bringTheJar();
        Process node = start(real, tree, "./baton", "serve", "--port", "0", "--data", "meine Daten");
        try {
            Fleet.until(() -> said().contains("server_ready") || !node.isAlive());
            assertThat(said()).contains("server_ready");
            assertThat(tree.resolve("meine Daten/postgres")).isDirectory();
        } finally {
            node.destroy();
            assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void onlyTheOptionsForJavaAreSplit() throws Exception {
        Map<String, String> options = Map.of("BATON_JAVA_OPTS", " --add-opens  a/b=c * ");
        List<String> given = javaIsGiven(options, tree, "./baton", "serve", "a  b", "*", "");
        Path archive = given.stream()
                .filter(argument -> argument.startsWith("-XX:SharedArchiveFile="))
                .map(argument -> Path.of(argument.substring(argument.indexOf('=') + 1)))
                .findFirst()
                .orElseThrow();
        assertThat(archive).hasParent(target.toRealPath()).exists();
        assertThat(given).endsWith("--add-opens", "a/b=c", "*", "-jar", jar().toString(), "serve", "a  b", "*", "");
    }

    @Test
    void itFindsItsTreeFromAnywhere() throws Exception {
        Path elsewhere = Files.createDirectories(folder.resolve("else where/baton-server"));
        Path link = Files.createSymbolicLink(folder.resolve("a link"), tree.resolve("baton"));
        Files.createSymbolicLink(elsewhere.resolve("second"), Path.of("../../" + link.getFileName()));
        Files.createDirectories(elsewhere.resolveSibling(tree.getFileName()));
        Map<String, String> misleading = Map.of("CDPATH", elsewhere.getParent().toString());
        for (List<String> call : List.of(
                List.of("./second"),
                List.of(link.toString()),
                List.of(tree.resolve("baton").toString()))) {
            assertThat(javaIsGiven(misleading, elsewhere, call.toArray(String[]::new)))
                    .endsWith("-jar", jar().toString());
        }
        assertThat(javaIsGiven(misleading, tree, "sh", "baton")).endsWith("-jar", jar().toString());
        assertThat(javaIsGiven(misleading, tree.getParent(), "sh", tree.getFileName() + "/baton"))
                .endsWith("-jar", jar().toString());
    }

    @Test
    void ofSeveralFirstStartsOneBuilds() throws Exception {
        Files.delete(target.resolve("baton.jar"));
        Path maven = Files.createDirectories(tree.resolve(".mvn")).resolve("mvn");
        Files.writeString(
                maven, "echo built >>baton-server/target/builds\nsleep 1\n: >baton-server/target/baton.jar\n");
        Files.createDirectories(tree.resolve("baton-core"));
        Files.writeString(tree.resolve("pom.xml"), "");
        Map<String, String> building =
                Map.of("BATON_NO_BUILD", "", "JAVA_HOME", fakeJava().toString());
        List<Process> starts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            starts.add(start(building, tree, "./baton", "--version"));
        }
        for (Process start : starts) {
            assertThat(start.waitFor()).as(said()).isZero();
        }
        assertThat(target.resolve("builds")).hasContent("built");
        assertThat(target).isDirectoryNotContaining("glob:**/builder*");
    }

    @RepeatedTest(5)
    void aBuildThatWasKilledKeepsNobodyWaiting() throws Exception {
        Files.createSymbolicLink(target.resolve("builder"), Path.of(killed()));
        ofSeveralFirstStartsOneBuilds();
    }

    @Test
    void norDoesTheOneThatWasKilledInItsPlace() throws Exception {
        String first = killed();
        Files.createSymbolicLink(target.resolve("builder"), Path.of(first));
        Files.createSymbolicLink(target.resolve("builder.after." + first), Path.of(killed()));
        ofSeveralFirstStartsOneBuilds();
    }

    /** The process id of somebody who is no more. */
    private static String killed() throws Exception {
        Process killed = new ProcessBuilder("true").start();
        killed.waitFor();
        return Long.toString(killed.pid());
    }

    @Test
    void itReachesItsTreeInALocaleWithoutUmlauts() throws Exception {
        Map<String, String> plain = Map.of("LC_ALL", "C", "JAVA_HOME", System.getProperty("java.home"));
        bringTheJar();
        assertThat(start(plain, tree, "./baton", "--version").waitFor())
                .as(said())
                .isZero();
        assertThat(said()).startsWith("baton ");
    }

    @Test
    void withoutAJarItSaysWhatToDo() throws Exception {
        Files.delete(target.resolve("baton.jar"));
        Process start = start(Map.of("JAVA_HOME", fakeJava().toString()), tree, "./baton", "serve");
        assertThat(start.waitFor()).isEqualTo(1);
        assertThat(said()).contains("start once without BATON_NO_BUILD");
    }

    /** For the real Java; the other does not look. */
    private void bringTheJar() throws IOException {
        Path built = Path.of("../../baton-server/target/baton.jar");
        Files.copy(built, target.resolve("baton.jar"), StandardCopyOption.REPLACE_EXISTING);
    }

    private Path jar() throws IOException {
        return target.toRealPath().resolve("baton.jar");
    }

    private Path fakeJava() throws IOException {
        Path java = folder.resolve("a jdk/bin/java");
        if (!Files.exists(java)) {
            Files.createDirectories(java.getParent());
            Files.writeString(java, JAVA);
            assertThat(java.toFile().setExecutable(true)).isTrue();
        }
        return java.getParent().getParent();
    }

    /** What the last line of the script hands to Java. */
    private List<String> javaIsGiven(Map<String, String> environment, Path from, String... command) throws Exception {
        Files.deleteIfExists(folder.resolve("said"));
        Map<String, String> all = new HashMap<>(environment);
        all.put("JAVA_HOME", fakeJava().toString());
        assertThat(start(all, from, command).waitFor()).as(said()).isZero();
        return Files.readAllLines(folder.resolve("said"), StandardCharsets.UTF_8);
    }

    private String said() throws IOException {
        return Files.readString(folder.resolve("said"));
    }

    private Process start(Map<String, String> environment, Path from, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(from.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("said").toFile()));
        builder.environment().put("BATON_NO_BUILD", "1");
        builder.environment().putAll(environment);
        return builder.start();
    }
}
