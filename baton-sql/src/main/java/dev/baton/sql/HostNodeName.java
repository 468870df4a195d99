package dev.baton.sql;

import dev.baton.Names;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.support.Texts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A name on this machine that no other living process of the same cluster has: the host name, then {@code host~2} and so
 * on. The name is held by a lock on a file, which the operating system drops with the process: two processes that start at
 * once never get the same name, and the name of a killed process is free at once. Host names have no tilde, so a name with one
 * is never another machine's. Thread-safe.
 */
final class HostNodeName implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HostNodeName.class);
    private static final int MOST = 1_000;
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rwx------");

    /**
     * Names that this process holds. If it opened the file of such a name a second time, closing that one would drop the lock,
     * so it does not open it. Kept in the process's properties because several class loaders may have this class.
     */
    private static final String HELD_HERE = "dev.baton.names-held";

    private static final Object WHOLE_PROCESS = Runtime.getRuntime();

    private final String name;
    private final Path file;
    private FileChannel lock;

    private HostNodeName(String name, Path file, FileChannel lock) {
        this.name = name;
        this.file = file;
        this.lock = lock;
    }

    /** A name that somebody configured: no file is locked for it. */
    static HostNodeName called(String name) {
        return new HostNodeName(name, null, null);
    }

    /** Takes the first free name. Where no file can be locked it is the host name, which another process may have as well. */
    static HostNodeName take(String cluster) {
        String host = hostName();
        try {
            Path folder = ownFolder(Path.of(System.getProperty("java.io.tmpdir")));
            for (int number = 1; number <= MOST; number++) {
                String name = numbered(host, number);
                HostNodeName seat = tryTake(name, folder.resolve(key(cluster, name) + ".lock"));
                if (seat != null) {
                    return seat;
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("no file can be locked for a name of this process", e);
        }
        return called(host);
    }

    /** Marks the name as held by this process; false if it already was. */
    private static boolean hold(Path file) {
        synchronized (WHOLE_PROCESS) {
            Set<String> held = held();
            boolean added = held.add(file.toString());
            System.setProperty(HELD_HERE, String.join("\n", held));
            return added;
        }
    }

    private static void drop(Path file) {
        synchronized (WHOLE_PROCESS) {
            Set<String> held = held();
            held.remove(file.toString());
            System.setProperty(HELD_HERE, String.join("\n", held));
        }
    }

    private static Set<String> held() {
        return System.getProperty(HELD_HERE, "").lines().collect(Collectors.toCollection(TreeSet::new));
    }

    private static HostNodeName tryTake(String name, Path file) throws IOException {
        if (!hold(file)) {
            return null;
        }
        FileChannel channel = null;
        try {
            channel = tryLock(file);
            return channel == null ? null : new HostNodeName(name, file, channel);
        } finally {
            if (channel == null) {
                drop(file);
            }
        }
    }

    /** The lock on a file, or null if another process has it. */
    private static FileChannel tryLock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
            return locked ? channel : null;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    /**
     * To be called now and then. Programs that clear away temporary files go by age, so the file is given a new time. If it was
     * removed all the same, it is made and locked again before another process finds the name free.
     */
    synchronized void keep() {
        if (lock == null) {
            return;
        }
        try {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                lock.write(ByteBuffer.wrap(new byte[] {'\n'}), 0);
            } else {
                lockAgain();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("the file that holds the name {} cannot be kept", name, e);
        }
    }

    /** Another process may have been faster; the registry then warns both that they have the same name. */
    private void lockAgain() throws IOException {
        ownFolder(Path.of(System.getProperty("java.io.tmpdir")));
        FileChannel again = tryLock(file);
        if (again != null) {
            lock.close();
            lock = again;
        }
    }

    /** Writable by this user alone: others could hold our locks there, or put a link where we create a file. */
    private static Path ownFolder(Path temporary) throws IOException {
        Path folder = temporary.resolve("baton-nodes-" + key("user", System.getProperty("user.name", "")));
        boolean posix = temporary.getFileSystem().supportedFileAttributeViews().contains("posix");
        try {
            if (posix) {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
            } else {
                Files.createDirectory(folder);
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) || (posix && !isOurs(folder))) {
                throw new IOException(folder + " is not a folder of this user alone", e);
            }
        }
        return folder;
    }

    private static boolean isOurs(Path folder) throws IOException {
        Path own = Files.createTempFile("baton-user", null);
        try {
            return Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))
                    && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS)
                            .equals(OWNER_ALONE);
        } finally {
            Files.delete(own);
        }
    }

    private static String numbered(String host, int number) {
        String suffix = number == 1 ? "" : "~" + number;
        return Texts.cut(host, Names.MAX_NODE - suffix.length()) + suffix;
    }

    static String hostName() {
        String name = System.getenv("HOSTNAME");
        try {
            name = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            name = name == null ? "localhost" : name;
        }
        String usable = name.replaceAll("[^\\x21-\\x39\\x3B-\\x7E]", "_");
        return Texts.cut(usable, Names.MAX_NODE);
    }

    /** The text with every character replaced that a file name may not have. */
    private static String key(String scope, String name) {
        return Long.toHexString(RoleKeys.scopeKey(scope, name));
    }

    String name() {
        return name;
    }

    /** What is locked for the name; null if nothing is. */
    Path file() {
        return file;
    }

    @Override
    public synchronized void close() {
        if (lock == null) {
            return;
        }
        try {
            lock.close();
        } catch (IOException e) {
            LOG.debug("the lock on the name {} ends with the process", name, e);
        }
        lock = null;
        drop(file);
    }
}
