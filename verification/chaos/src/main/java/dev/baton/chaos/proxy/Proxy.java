package dev.baton.chaos.proxy;

import dev.baton.testkit.ProxiedConnection;
import dev.baton.testkit.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The only way of one node to the database, and all that can happen on it: both sides cut, the database's side alone,
 * silence, slowness, a trickle, and a connection that ends just after a COMMIT went out.
 */
public final class Proxy extends TcpProxy {

    private final AtomicInteger fatalCommits = new AtomicInteger();
    private volatile boolean silent;
    private volatile long answerDelayMillis;
    private volatile long bytesPerSecond;

    public Proxy(int target) {
        super(here(target));
        open();
    }

    private static InetSocketAddress here(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    public int port() {
        return address().getPort();
    }

    /** Leads new connections elsewhere: the database has moved. */
    public void retarget(int port) {
        retarget(here(port));
    }

    @Override
    protected ProxiedConnection connection(Socket client, Socket server) throws IOException {
        return new HeldUpConnection(this, client, server);
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
        refuse(false);
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
}
