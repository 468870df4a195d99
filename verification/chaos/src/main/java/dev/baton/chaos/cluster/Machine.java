package dev.baton.chaos.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What faults of the clock and of the disk need of the machine: libfaketime, and the right to mount a small disk. */
public final class Machine implements AutoCloseable {

    private static final List<Path> FAKETIME = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"));
    private static final String DISK_SIZE = "size=1500m";
    private static final byte[] BALLAST = new byte[1 << 20];

    private final Path folder;
    private final boolean steps;
    private final boolean fills;
    private boolean mounted;

    /**
     * @param steps whether the database's clock is to be stepped
     * @param fills whether its disk is to be filled
     */
    public Machine(Path folder, boolean steps, boolean fills) {
        this.folder = folder;
        this.steps = steps;
        this.fills = fills;
    }

    /** What is missing for that, in one sentence. */
    public Optional<String> lacks() {
        if (steps && library().isEmpty()) {
            return Optional.of("the database's clock cannot be stepped here: install libfaketime");
        }
        if (fills && !"root".equals(System.getProperty("user.name"))) {
            return Optional.of(
                    "the database's disk cannot be filled here: that takes a disk of its own, which only root"
                            + " can mount");
        }
        return Optional.empty();
    }

    public boolean steps() {
        return steps;
    }

    private static Optional<Path> library() {
        return FAKETIME.stream().filter(Files::exists).findFirst();
    }

    private Path clock() {
        return folder.resolve("clock");
    }

    /** For the database's processes. */
    Map<String, String> environment() {
        if (!steps) {
            return Map.of();
        }
        stepTo(0);
        return Map.of(
                "LD_PRELOAD",
                library().orElseThrow().toString(),
                "FAKETIME_TIMESTAMP_FILE",
                clock().toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1");
    }

    /** Sets the database's clock off by so many seconds. */
    public void stepTo(long seconds) {
        try {
            Path next = folder.resolve("clock.next");
            Files.writeString(next, (seconds < 0 ? "" : "+") + seconds + "\n");
            Files.move(next, clock(), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot step the clock", e);
        }
    }

    /** Where the first server lives: a disk of its own if it is to be filled. */
    Path home() {
        Path home = folder.resolve("disk");
        if (!fills) {
            return folder;
        }
        try {
            Files.createDirectories(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run("mount", "-t", "tmpfs", "-o", DISK_SIZE, "tmpfs", home.toString());
        mounted = true;
        return home;
    }

    /** Leaves no byte free. */
    public void fillDisk() {
        try (OutputStream out = Files.newOutputStream(ballast())) {
            while (true) {
                out.write(BALLAST);
            }
        } catch (IOException e) {
            // Full, which is what was wanted.
        }
    }

    public void freeDisk() {
        try {
            Files.deleteIfExists(ballast());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path ballast() {
        return folder.resolve("disk").resolve("ballast");
    }

    private static void run(String... command) {
        try {
            Process process = new ProcessBuilder(new ArrayList<>(List.of(command))).start();
            if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("this failed: " + String.join(" ", command));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command[0], e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (mounted) {
            mounted = false;
            run("umount", "-l", folder.resolve("disk").toString());
        }
    }
}
