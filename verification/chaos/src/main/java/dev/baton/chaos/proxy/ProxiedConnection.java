package dev.baton.chaos.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One connection through a {@link Proxy}: questions go straight on, answers can be late. */
final class ProxiedConnection {

    /** As a statement of its own in what a driver sends: PostgreSQL's word ends with a zero, MySQL's command begins with a 3. */
    private static final List<byte[]> COMMITS =
            List.of(new byte[] {'C', 'O', 'M', 'M', 'I', 'T', 0}, new byte[] {3, 'C', 'O', 'M', 'M', 'I', 'T'});

    private static final long LOOK_NANOS = 2_000_000;

    private final Proxy proxy;
    private final Socket node;
    private final Socket database;
    private volatile boolean halfOpen;
    private volatile boolean over;

    ProxiedConnection(Proxy proxy, Socket node, Socket database) throws IOException {
        this.proxy = proxy;
        this.node = node;
        this.database = database;
        node.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
    }

    void start() {
        daemon("proxy-questions", this::questions);
        daemon("proxy-answers", this::answers);
    }

    private void questions() {
        byte[] buffer = new byte[16_384];
        try {
            InputStream in = node.getInputStream();
            OutputStream out = database.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                hold(n);
                boolean fatal = holdsCommit(buffer, n) && proxy.takeFatalCommit();
                out.write(buffer, 0, n);
                if (fatal) {
                    cut();
                }
            }
        } catch (IOException e) {
            // Cut, or closed by one side.
        }
        if (!halfOpen) {
            cut();
        }
    }

    /** What comes in one go is late once. */
    private void answers() {
        byte[] buffer = new byte[16_384];
        try {
            InputStream in = database.getInputStream();
            OutputStream out = node.getOutputStream();
            boolean more = false;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                long read = System.nanoTime();
                hold(n);
                if (!more) {
                    delay(read);
                }
                out.write(buffer, 0, n);
                more = in.available() > 0;
            }
        } catch (IOException e) {
            // Cut, or closed by one side.
        }
        if (!halfOpen) {
            cut();
        }
    }

    private void delay(long since) {
        long due = since + proxy.answerDelayMillis() * 1_000_000;
        for (long left = due - System.nanoTime(); left > 0 && !over; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Holds bytes up as long as nothing, or little, may pass. */
    private void hold(int bytes) {
        while (proxy.isSilent() && !over) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        long rate = proxy.bytesPerSecond();
        if (rate > 0) {
            LockSupport.parkNanos(bytes * 1_000_000_000L / rate);
        }
    }

    private static boolean holdsCommit(byte[] buffer, int length) {
        return COMMITS.stream().anyMatch(commit -> holds(commit, buffer, length));
    }

    private static boolean holds(byte[] word, byte[] buffer, int length) {
        for (int start = 0; start + word.length <= length; start++) {
            if (Arrays.equals(buffer, start, start + word.length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    boolean isHalfOpen() {
        return halfOpen;
    }

    void cutDatabaseSide() {
        halfOpen = true;
        closeQuietly(database);
    }

    void cut() {
        over = true;
        closeQuietly(node);
        closeQuietly(database);
        proxy.forget(this);
    }

    static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It was closed already.
        }
    }
}
