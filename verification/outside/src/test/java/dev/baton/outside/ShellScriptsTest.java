package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.Installed;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every shell script of the tree, as shellcheck sees it. */
class ShellScriptsTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Set<String> NOT_OURS = Set.of(".git", "target", "data");

    @TempDir
    private Path folder;

    @Test
    void shellcheckFindsNothing() throws Exception {
        List<Path> scripts = scripts();
        assertThat(scripts.stream().map(script -> ROOT.relativize(script).toString()))
                .contains("baton", "bench/run", ".ci/run", ".ci/stranger", ".ci/release-rehearsal", ".mvn/mvn", "mvnw");
        assertThat(findings(scripts)).isEmpty();
    }

    @Test
    void nothingIsExcepted() throws IOException {
        for (Path script : scripts()) {
            assertThat(Files.readString(script)).as(script.toString()).doesNotContain("shellcheck disable");
        }
    }

    @Test
    void catchesAPathThatIsSplitAtItsBlanks() throws Exception {
        Path planted = Files.writeString(folder.resolve("planted"), "#!/bin/sh\nls $1\n");
        assertThat(findings(List.of(planted))).contains("SC2086");
    }

    private static String findings(List<Path> scripts) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Installed.program("shellcheck", "shellcheck").toString());
        command.add("--norc");
        scripts.forEach(script -> command.add(script.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isLessThan(2); // more is no finding but a failure
        return output;
    }

    /** What begins as a script for a shell does, whatever its name. */
    private static List<Path> scripts() throws IOException {
        List<Path> scripts = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                boolean skipped = !directory.equals(ROOT)
                        && NOT_OURS.contains(directory.getFileName().toString());
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() && firstLine(file).matches("#!.*\\b(ba|da)?sh\\b.*")) {
                    scripts.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return scripts;
    }

    private static String firstLine(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            char[] beginning = new char[80];
            int read = reader.read(beginning);
            return read <= 0
                    ? ""
                    : new String(beginning, 0, read).lines().findFirst().orElse("");
        }
    }
}
