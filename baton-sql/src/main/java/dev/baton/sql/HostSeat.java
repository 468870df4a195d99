package dev.baton.sql;

import dev.baton.Names;
import dev.baton.sql.dialect.RoleKeys;
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
 * on. Held by a lock on a file, which the operating system drops with the process: two that start at once never get the
 * same, and one that was killed leaves its name to the next at once. No host is called like that second one: names of hosts have
 * no tilde. Thread-safe.
 */
final class HostSeat implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HostSeat.class);
    private static final int MOST = 1_000;
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rwx------");

    /**
     * Opening a file twice in one process and closing it once would drop the lock: so nobody opens what is held. A property of
     * the process, because several class loaders may have this class.
     */
    private static final String HELD_HERE = "dev.baton.names-held";

    private static final Object WHOLE_PROCESS = Runtime.getRuntime();

    private final String name;
    private final Path file;
    private FileChannel lock;

    private HostSeat(String name, Path file, FileChannel lock) {
        this.name = name;
        this.file = file;
        this.lock = lock;
    }

    /** A name that nothing has to be held for. */
    static HostSeat called(String name) {
        return new HostSeat(name, null, null);
    }

    /** Takes the first free one; where no file can be locked, the host name, which may then be another's too. */
    static HostSeat take(String cluster) {
        String host = hostName();
        try {
            Path folder = ownFolder(Path.of(System.getProperty("java.io.tmpdir")));
            for (int number = 1; number <= MOST; number++) {
                String name = numbered(host, number);
                HostSeat seat = tryTake(name, folder.resolve(key(cluster, name) + ".lock"));
                if (seat != null) {
                    return seat;
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("no file can be locked for a name of this process", e);
        }
        return called(host);
    }

    /** Whether it was not held here. */
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

    private static HostSeat tryTake(String name, Path file) throws IOException {
        if (!hold(file)) {
            return null;
        }
        FileChannel channel = null;
        try {
            channel = tryLock(file);
            return channel == null ? null : new HostSeat(name, file, channel);
        } finally {
            if (channel == null) {
                drop(file);
            }
        }
    }

    /** Null if somebody else has locked it. */
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
     * To be called now and then. Whatever clears away temporary files goes by their age, so this one stays young; and where it was
     * removed all the same, it is made and locked again before the next process finds the name free.
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

    /** If somebody was faster, both are told by the registry that a name lives twice. */
    private void lockAgain() throws IOException {
        ownFolder(Path.of(System.getProperty("java.io.tmpdir")));
        FileChannel again = tryLock(file);
        if (again != null) {
            lock.close();
            lock = again;
        }
    }

    /** Of this user alone: whoever could write there could have us wait for a name, or follow a link. */
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
        return host.substring(0, Math.min(host.length(), Names.MAX_NODE - suffix.length())) + suffix;
    }

    static String hostName() {
        String name = System.getenv("HOSTNAME");
        try {
            name = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            name = name == null ? "localhost" : name;
        }
        String usable = name.replaceAll("[^\\x21-\\x39\\x3B-\\x7E]", "_");
        return usable.substring(0, Math.min(usable.length(), Names.MAX_NODE));
    }

    /** What may stand in the name of a file, for what may not. */
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
