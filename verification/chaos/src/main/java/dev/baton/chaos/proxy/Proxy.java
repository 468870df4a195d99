package dev.baton.chaos.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The only way of one node to the database, and all that can happen on it: both sides cut, the database's side alone,
 * silence, slowness, a trickle, and a connection that ends just after a COMMIT went out.
 */
public final class Proxy implements AutoCloseable {

    private final ServerSocket door;
    private final List<ProxiedConnection> links = new CopyOnWriteArrayList<>();
    private final AtomicInteger fatalCommits = new AtomicInteger();
    private volatile int target;
    private volatile boolean refusing;
    private volatile boolean silent;
    private volatile long answerDelayMillis;
    private volatile long bytesPerSecond;

    public Proxy(int target) {
        this.target = target;
        try {
            this.door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("no port for a proxy", e);
        }
        ProxiedConnection.daemon("proxy-door", this::welcome);
    }

    public int port() {
        return door.getLocalPort();
    }

    /** Leads new connections elsewhere: the database has moved. */
    public void retarget(int port) {
        target = port;
    }

    private void welcome() {
        while (!door.isClosed()) {
            try {
                connect(door.accept());
            } catch (IOException e) {
                // Closed, or the database is away: the client finds out by itself.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        if (refusing) {
            client.close();
            return;
        }
        try {
            ProxiedConnection link =
                    new ProxiedConnection(this, client, new Socket(InetAddress.getLoopbackAddress(), target));
            links.add(link);
            link.start();
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    /** Ends every connection on both sides. */
    public void cut() {
        links.forEach(ProxiedConnection::cut);
    }

    /** Ends every connection in the eyes of the database; the node's side stays open, and what is under way arrives. */
    public void cutDatabaseSide() {
        links.forEach(ProxiedConnection::cutDatabaseSide);
    }

    /** Ends the node's side of connections that the database has not had for a while. */
    public void buryHalfOpen() {
        links.stream().filter(ProxiedConnection::isHalfOpen).forEach(ProxiedConnection::cut);
    }

    /** Whether new connections are turned away. */
    public void refuse(boolean yes) {
        refusing = yes;
    }

    /** Whether nothing passes and nobody is told. What was sent meanwhile arrives afterwards. */
    public void silence(boolean yes) {
        silent = yes;
    }

    /** How much later answers arrive. */
    public void delayAnswers(long millis) {
        answerDelayMillis = millis;
    }

    /** How little passes; 0 for no limit. */
    public void throttle(long bytes) {
        bytesPerSecond = bytes;
    }

    /** So many connections end just after their next COMMIT went out. */
    public void cutAfterCommit(int times) {
        fatalCommits.set(times);
    }

    /** How many of them are still to come. */
    public int commitsToCut() {
        return fatalCommits.get();
    }

    /** All is well again. */
    public void heal() {
        refusing = false;
        silent = false;
        answerDelayMillis = 0;
        bytesPerSecond = 0;
        fatalCommits.set(0);
        buryHalfOpen();
    }

    boolean isSilent() {
        return silent;
    }

    long answerDelayMillis() {
        return answerDelayMillis;
    }

    long bytesPerSecond() {
        return bytesPerSecond;
    }

    boolean takeFatalCommit() {
        return fatalCommits.get() > 0 && fatalCommits.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    void forget(ProxiedConnection link) {
        links.remove(link);
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a proxy's door does not close", e);
        }
        cut();
    }
}
