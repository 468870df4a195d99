package dev.baton.server.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program and everything that it starts. Where the system has {@code setsid}, all of it is one process group, and ends within
 * a second when this process dies, by {@code kill -9} too; only what leaves the group by a {@code setsid} of its own stays.
 * Elsewhere it is the program's descendants, as far as they can be found, and nothing ends them if this process dies.
 */
public final class ProcessGroup implements AutoCloseable {

    /** Who has just been killed is gone by then, unless the system is stuck in it. */
    private static final Duration LAST = Duration.ofSeconds(5);

    private static final Path NOTHING = Path.of("/dev/null");
    private static final Optional<String> SETSID = Stream.of("/usr/bin/setsid", "/bin/setsid")
            .filter(file -> Files.isExecutable(Path.of(file)))
            .findFirst();
    private static final String SCRIPT = script();

    private final Process process;

    private ProcessGroup(Process process) {
        this.process = process;
    }

    /**
     * Starts a program with its arguments. It reads from nothing unless the builder redirects its input from a file; of this
     * process's variables it gets those that are not ours.
     *
     * @param own further variables
     */
    public static ProcessGroup start(ProcessBuilder builder, Map<String, String> own) throws IOException {
        builder.environment().keySet().removeIf(name -> name.startsWith("BATON_"));
        builder.environment().putAll(own);
        if (SETSID.isPresent()) {
            Path input = builder.redirectInput().file() == null
                    ? NOTHING
                    : builder.redirectInput().file().toPath();
            List<String> watched =
                    new ArrayList<>(List.of(SETSID.get(), "/bin/sh", "-c", SCRIPT, "baton", input.toString()));
            watched.addAll(builder.command());
            builder.command(watched).redirectInput(ProcessBuilder.Redirect.PIPE);
            return new ProcessGroup(builder.start());
        }
        Process process = builder.start();
        process.getOutputStream().close();
        return new ProcessGroup(process);
    }

    public long pid() {
        return process.pid();
    }

    /** What it says, where the builder did not send that elsewhere. */
    public InputStream output() {
        return process.getInputStream();
    }

    /** Whether it ends by then. What it has left running is ended when this is closed. */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** How the program ended: its code, or 128 and the number of the signal. */
    public int exitCode() {
        return process.exitValue();
    }

    /** Ends it, also on a thread that is interrupted: asked first, and forced when the grace is over. */
    public void end(Duration grace) {
        boolean interrupted = Thread.interrupted();
        try {
            long seconds = grace.plusMillis(999).toSeconds();
            ask(seconds);
            if (!process.waitFor(seconds * 1_000 + (SETSID.isPresent() ? LAST.toMillis() : 0), TimeUnit.MILLISECONDS)) {
                everybody().forEach(ProcessHandle::destroyForcibly);
                process.waitFor(LAST.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            interrupted = true;
            everybody().forEach(ProcessHandle::destroyForcibly);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void ask(long seconds) {
        if (SETSID.isPresent()) {
            tell(seconds + "\n");
        } else {
            everybody().forEach(ProcessHandle::destroy);
        }
    }

    /** Whoever watches the group may be gone with it. */
    @SuppressWarnings("EmptyCatch")
    private void tell(String line) {
        try {
            OutputStream out = process.getOutputStream();
            out.write(line.getBytes(StandardCharsets.US_ASCII));
            out.flush();
        } catch (IOException e) {
            // nobody is left who could be told
        }
    }

    private List<ProcessHandle> everybody() {
        return Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
    }

    /** Leaves nothing running: what outlived the program is gone when this returns, unless the system is stuck in it. */
    @Override
    public void close() {
        ask(0);
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            everybody().forEach(ProcessHandle::destroyForcibly);
        }
        if (SETSID.isPresent()) {
            awaitGone();
        }
    }

    private void awaitGone() {
        boolean interrupted = Thread.interrupted();
        long since = System.nanoTime();
        while (GroupMembers.anyLives(pid()) && System.nanoTime() - since < LAST.toNanos()) {
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String script() {
        try (InputStream in = ProcessGroup.class.getResourceAsStream("process-group.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
