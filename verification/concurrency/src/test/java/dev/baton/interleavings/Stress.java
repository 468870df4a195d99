package dev.baton.interleavings;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Runs tests of jcstress in a process of their own, also against a class in which a bug is planted. */
public final class Stress {

    /** For each test; {@code -Dbaton.stress.millis=60000} for a long run. */
    private static final long MILLIS = Long.getLong("baton.stress.millis", 1_500);

    /** What is planted may take a while to show on a machine that is busy with other things. */
    private static final int ROUNDS_FOR_A_PLANT = 60;

    private static final long PATIENCE_SECONDS = 300;
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private final Path folder;
    private String classPath = System.getProperty("java.class.path");
    private int rounds = 1;

    /** @param folder what is planted and what is said goes there */
    public Stress(Path folder) {
        this.folder = folder;
    }

    /** What {@link StressMain} may find; its exit codes are none that a virtual machine has of its own. */
    public enum Verdict {
        PASSED(100),
        /** A result that must not be, or a test that broke. */
        FORBIDDEN(101),
        /** Somebody was parked and nobody woke it. */
        ASLEEP(102);

        private final int exitCode;

        Verdict(int exitCode) {
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }
    }

    /** What came of it. */
    public record Result(Verdict verdict, String output) {}

    /** Exchanges words of a class of ours, in a copy that comes first on the class path. Words that have gone are an error. */
    public Stress planted(String module, String type, String words, String instead) throws IOException {
        String path = type.replace('.', '/') + ".java";
        String source = Files.readString(ROOT.resolve(module).resolve("src/main/java/" + path));
        if (!source.contains(words)) {
            throw new AssertionError("nothing to plant: " + type + " no longer says " + words);
        }
        Path copy = folder.resolve("sources").resolve(path);
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, source.replace(words, instead));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String[] arguments = {
            "-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath, copy.toString(),
        };
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments) != 0) {
            throw new AssertionError("a plant does not compile");
        }
        classPath = classes + File.pathSeparator + classPath;
        rounds = ROUNDS_FOR_A_PLANT;
        return this;
    }

    /** C2 may reorder what it is allowed to, more freely than it would. */
    public Result run(Class<?>... tests) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+StressLCM",
                "-XX:+StressGCM",
                "-cp",
                classPath,
                StressMain.class.getName(),
                Long.toString(MILLIS),
                Integer.toString(rounds)));
        for (Class<?> test : tests) {
            command.add(test.getCanonicalName());
        }
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(MILLIS * rounds * tests.length / 1_000 + PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("did not end:\n" + Files.readString(output));
            }
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(output);
        return Stream.of(Verdict.values())
                .filter(verdict -> verdict.exitCode() == process.exitValue())
                .findFirst()
                .map(verdict -> new Result(verdict, said))
                .orElseThrow(() -> new AssertionError("ended with " + process.exitValue() + ":\n" + said));
    }
}
