package dev.baton.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What is left of a run on disk. */
final class Folders {

    private Folders() {}

    /** A good run needs its database no longer; a failed one keeps everything. */
    static void removeDatabases(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            List<Path> databases = children.filter(
                            child -> child.getFileName().toString().startsWith("postgres-"))
                    .toList();
            for (Path database : databases) {
                remove(database);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clear " + folder, e);
        }
    }

    static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
                Files.delete(path);
            }
        }
    }
}
