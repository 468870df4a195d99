package dev.baton.server.cli;

import dev.baton.server.cli.remote.CommandException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The sources that this program was built from: benchmarks and the like are part of them and not of the jar. */
record SourceFolder(Path root) {

    /**
     * The clone that the jar lies in, or that this is run in.
     *
     * @throws CommandException if there is none
     */
    static SourceFolder here() {
        return Stream.of(jar(), Path.of("").toAbsolutePath())
                .flatMap(SourceFolder::upwards)
                .filter(folder -> Files.isRegularFile(folder.resolve("bench/run")))
                .findFirst()
                .map(SourceFolder::new)
                .orElseThrow(() ->
                        new CommandException("there are no sources here: clone the repository and use its ./baton"));
    }

    private static Stream<Path> upwards(Path folder) {
        return Stream.iterate(folder, at -> at != null, Path::getParent);
    }

    private static Path jar() {
        try {
            return Path.of(SourceFolder.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("this program does not know where it is", e);
        }
    }

    /** Runs a script of the clone in this terminal; answers with its exit code, 1 for any failure. */
    int run(String script, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(root.resolve(script).toString()));
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command).directory(root.toFile()).inheritIO().start();
        try {
            return process.waitFor() == 0 ? 0 : 1;
        } finally {
            process.destroy();
        }
    }
}
