package dev.baton.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * A bug that is put in on purpose: words of the product's own sources, exchanged in a copy that only the nodes of one run
 * find on their class path. A plant whose words are no longer there fails, so that it cannot become harmless unnoticed.
 */
final class Plant {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private final Path folder;
    private final List<String> sources = new ArrayList<>();

    /** @param folder where the changed copies go */
    Plant(Path folder) {
        this.folder = folder;
    }

    /** In one statement of a file. */
    Plant sql(String module, String resource, String name, String words, String instead) throws IOException {
        Path copy = folder.resolve(resource);
        Path from = Files.exists(copy)
                ? copy
                : ROOT.resolve(module).resolve("src/main/resources").resolve(resource);
        String text = Files.readString(from);
        int begin = text.indexOf("--- " + name + "\n");
        if (begin < 0) {
            throw new AssertionError("nothing to plant: " + from + " has no statement " + name);
        }
        int next = text.indexOf("\n--- ", begin);
        int end = next < 0 ? text.length() : next;
        String statement = changed(from, text.substring(begin, end), words, instead);
        write(copy, text.substring(0, begin) + statement + text.substring(end));
        return this;
    }

    /** In a class. */
    Plant java(String module, String type, String words, String instead) throws IOException {
        Path source = Path.of(type.replace('.', '/') + ".java");
        Path copy = folder.resolve("sources").resolve(source);
        Path from = ROOT.resolve(module).resolve("src/main/java").resolve(source);
        write(copy, changed(from, Files.readString(from), words, instead));
        sources.add(copy.toString());
        return this;
    }

    private static String changed(Path file, String text, String words, String instead) {
        if (!text.contains(words)) {
            throw new AssertionError("nothing to plant: " + file + " no longer says " + words);
        }
        return text.replace(words, instead);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** What comes first on the nodes' class path. */
    List<Path> planted() {
        if (!sources.isEmpty()) {
            List<String> arguments = new ArrayList<>(List.of(
                    "-proc:none", "-nowarn", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")));
            arguments.addAll(sources);
            int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
            if (result != 0) {
                throw new AssertionError("a plant does not compile");
            }
        }
        return List.of(folder);
    }
}
