package dev.baton.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of this project, wherever the tests were started. */
final class Repository {

    private static final Path ROOT = find(Path.of("").toAbsolutePath());

    private Repository() {}

    private static Path find(Path from) {
        for (Path at = from; at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("baton-core")) && Files.exists(at.resolve("pom.xml"))) {
                return at;
            }
        }
        throw new IllegalStateException("no project above " + from);
    }

    static Path root() {
        return ROOT;
    }

    /** The modules that users depend on: everything named baton-*, the testkit among them. */
    static List<Path> published() {
        try (Stream<Path> children = Files.list(ROOT)) {
            return children.filter(child -> name(child).startsWith("baton-"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The Java sources of the libraries. The testkit is a library for tests, and free to print, sleep and say SQL. */
    static List<Path> librarySources() {
        return published().stream()
                .filter(module -> !name(module).equals("baton-testkit"))
                .flatMap(module -> files(module.resolve("src/main/java"), ".java").stream())
                .toList();
    }

    /** All Java sources: libraries, tests, and what proves and measures. Only in {@code src}, which no build writes to meanwhile. */
    static List<Path> allSources() {
        return Stream.concat(
                        published().stream(),
                        Stream.of("verification", "bench", "examples").flatMap(folder -> modules(ROOT.resolve(folder))))
                .flatMap(module -> files(module.resolve("src"), ".java").stream())
                .toList();
    }

    /** A folder, and those directly in it. */
    private static Stream<Path> modules(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            return Stream.concat(
                    Stream.of(folder),
                    children
                            .filter(Files::isDirectory)
                            .filter(child -> Files.exists(child.resolve("pom.xml")))
                            .toList()
                            .stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files below a folder whose names end so; none if there is no such folder. */
    static List<Path> files(Path folder, String ending) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> name(file).endsWith(ending))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String name(Path file) {
        return file.getFileName().toString();
    }
}
