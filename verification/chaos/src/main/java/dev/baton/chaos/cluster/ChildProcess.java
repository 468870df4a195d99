package dev.baton.chaos.cluster;

import dev.baton.testkit.process.ProcessSignal;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java process of the suite, with its log in a file. */
public final class ChildProcess {

    /** For who is killed before it is worth while to compile well: starts sooner, and is half as fast for ever. */
    static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1");

    /** For who is measured: as {@code ./baton} runs it. */
    static final List<String> LONG_LIVED = List.of();

    private final Process process;
    private final PrintStream input;

    private ChildProcess(Process process) {
        this.process = process;
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * @param options of its virtual machine, besides its heap
     * @param before what comes first on its class path: planted bugs
     * @param log appended to
     */
    public static ChildProcess start(
            Class<?> main, String heap, List<String> options, List<Path> before, Path log, String... arguments) {
        StringBuilder classPath = new StringBuilder();
        before.forEach(path -> classPath.append(path).append(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Xshare:auto",
                "-Xss512k",
                "-Xmx" + heap));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath + System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().put("MALLOC_ARENA_MAX", "2");
            return new ChildProcess(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + main.getSimpleName(), e);
        }
    }

    public void tell(String command) {
        input.println(command);
    }

    public void signal(ProcessSignal signal) {
        try {
            signal.send(process);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send a signal", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void kill() {
        process.destroyForcibly();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it has ended within that time. */
    public boolean awaitEnd(long seconds) {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends it for certain. */
    public void end(long graceSeconds) {
        signal(ProcessSignal.CONTINUE);
        process.destroy();
        if (!awaitEnd(graceSeconds)) {
            process.destroyForcibly();
            awaitEnd(10);
        }
    }
}
