package dev.baton.server.postgres;

import dev.baton.server.config.FailureReason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of an embedded database and who uses it. Locks are the system's: a process that is killed holds none, so
 * nothing stale is ever left behind.
 */
final class DataFolder {

    private static final String HALF = ".half-";

    private final Path root;

    private DataFolder(Path root) {
        this.root = root;
    }

    /** The folder, created if it is not there. */
    static DataFolder open(Path folder) {
        Path root = folder.toAbsolutePath().normalize();
        try {
            if (!Files.isDirectory(root)) {
                Files.createDirectories(root);
            }
            restrict(root, "rwx------");
            if (!Files.isWritable(root)) {
                throw new AccessDeniedException(root.toString());
            }
            return new DataFolder(root);
        } catch (IOException e) {
            throw new PostgresException(
                    "the data folder " + root + " cannot be written (" + FailureReason.of(e)
                            + "): choose another with --data, or mend its rights",
                    e);
        }
    }

    /** Keeps others out, where the file system can. */
    static void restrict(Path path, String permissions) throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (posix != null) {
            posix.setPermissions(PosixFilePermissions.fromString(permissions));
        }
    }

    Path root() {
        return root;
    }

    Path path(String name) {
        return root.resolve(name);
    }

    /** The database itself. */
    Path cluster() {
        return root.resolve("postgres");
    }

    /** A new folder for something that is not whole yet. */
    Path temporary(String name) throws IOException {
        return Files.createTempDirectory(root, HALF + name);
    }

    /** Removes what somebody was interrupted at. Only to be called under the lock. */
    void sweep() throws IOException {
        try (Stream<Path> children = Files.list(root)) {
            for (Path child : children.filter(c -> c.getFileName().toString().startsWith(HALF))
                    .toList()) {
                delete(child);
            }
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** A lock of the system on a file of this folder, released when closed or when the process ends in any way. */
    static final class Held implements AutoCloseable {
        private final FileChannel channel;

        private Held(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new PostgresException("cannot give up a lock: " + FailureReason.of(e), e);
            }
        }
    }

    /** Waits for the right to start, stop or change the database. */
    Held exclusively() {
        return lock("start.lock", false, true).orElseThrow();
    }

    /** Says that this process uses the database. */
    Held use() {
        return lock("users.lock", true, true).orElseThrow();
    }

    /** Whether nobody uses the database; if so, nobody begins to while this is held. */
    Optional<Held> unused() {
        return lock("users.lock", false, false);
    }

    private Optional<Held> lock(String name, boolean shared, boolean wait) {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    root.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = wait ? channel.lock(0, 1, shared) : channel.tryLock(0, 1, shared);
            if (lock == null) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(new Held(channel));
        } catch (IOException e) {
            throw new PostgresException("cannot lock " + root.resolve(name) + ": " + FailureReason.of(e), e);
        }
    }
}
