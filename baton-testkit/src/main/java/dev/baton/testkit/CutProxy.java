package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A TCP proxy before a database that can do to connections what networks do: cut both sides, cut only the database's
 * side so that the client notices nothing, swallow everything, lose the answer to one statement.
 */
public final class CutProxy implements AutoCloseable {

    private final InetSocketAddress target;
    private final ServerSocket door;
    private final List<ProxyLink> links = new CopyOnWriteArrayList<>();
    private volatile boolean refusing;
    private volatile boolean frozen;
    private volatile byte[] fatal;

    private CutProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ProxyLink.daemon("proxy-accept", this::accept);
    }

    public static CutProxy before(TestDatabase database) {
        try {
            return new CutProxy(database.address().orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException("no port for the proxy", e);
        }
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(door.getInetAddress(), door.getLocalPort());
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                connect(door.accept());
            } catch (IOException e) {
                // The door was closed, or the database is away: the client finds out by itself.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        if (refusing) {
            client.close();
            return;
        }
        try {
            Socket database = new Socket(target.getAddress(), target.getPort());
            ProxyLink link = new ProxyLink(this, client, database);
            links.add(link);
            link.start();
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    /** Ends every connection on both sides. */
    public void cut() {
        links.forEach(ProxyLink::cut);
        links.clear();
    }

    /** Ends every connection on the database's side; the clients' sides stay open and silent. */
    public void cutDatabaseSide() {
        links.forEach(ProxyLink::cutDatabaseSide);
    }

    /** From now on nothing passes, in either direction, and nobody is told; {@link #thaw()} lets it flow again. */
    public void freeze() {
        frozen = true;
    }

    public void thaw() {
        frozen = false;
    }

    /** Whether new connections are turned away. */
    public void refuse(boolean yes) {
        refusing = yes;
    }

    /** The next such statement reaches the database and is carried out; its answer is lost and the connection cut. */
    public void loseAnswerTo(String statement) {
        fatal = statement.getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether the statement has come by. */
    public boolean hasLostIt() {
        return fatal == null;
    }

    boolean isFrozen() {
        return frozen;
    }

    /** Whether this request contains the statement whose answer is to be lost; true once. */
    synchronized boolean isFatal(byte[] buffer, int length) {
        boolean hit = Optional.ofNullable(fatal)
                .filter(text -> contains(buffer, length, text))
                .isPresent();
        if (hit) {
            fatal = null;
        }
        return hit;
    }

    /** The text as a whole word (COMMIT is not COMMITTED); also finds one in which every other byte is zero, as SQL Server's protocol has it. */
    private static boolean contains(byte[] buffer, int length, byte[] text) {
        return contains(buffer, length, text, 1) || contains(buffer, length, text, 2);
    }

    private static boolean contains(byte[] buffer, int length, byte[] text, int stride) {
        for (int start = 0; start + (text.length - 1) * stride < length; start++) {
            int i = 0;
            while (i < text.length && buffer[start + i * stride] == text[i]) {
                i++;
            }
            int next = start + i * stride;
            if (i == text.length && (next >= length || !Character.isLetter(buffer[next]))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the proxy's door does not close", e);
        }
        cut();
    }
}
