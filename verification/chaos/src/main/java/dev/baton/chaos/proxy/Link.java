package dev.baton.chaos.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** One connection through a {@link Proxy}: questions go straight on, answers through a line in which they can be late. */
final class Link {

    private static final byte[] COMMIT = {'C', 'O', 'M', 'M', 'I', 'T', 0};
    private static final byte[] END = new byte[0];
    private static final long LOOK_NANOS = 2_000_000;

    private static final class Answer {
        private final byte[] bytes;
        private final long due;

        Answer(byte[] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }

    private final Proxy proxy;
    private final Socket node;
    private final Socket database;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private volatile boolean halfOpen;
    private volatile boolean over;

    Link(Proxy proxy, Socket node, Socket database) throws IOException {
        this.proxy = proxy;
        this.node = node;
        this.database = database;
        node.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
    }

    void start() {
        daemon("proxy-questions", this::questions);
        daemon("proxy-answers", this::answers);
        daemon("proxy-delivery", this::deliver);
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

    private void answers() {
        byte[] buffer = new byte[16_384];
        try {
            InputStream in = database.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                hold(n);
                answers.add(new Answer(Arrays.copyOf(buffer, n), due()));
            }
        } catch (IOException e) {
            // Cut, or closed by one side.
        }
        if (!halfOpen) {
            answers.add(new Answer(END, due()));
        }
    }

    private long due() {
        return System.nanoTime() + proxy.answerDelayMillis() * 1_000_000;
    }

    private void deliver() {
        try {
            OutputStream out = node.getOutputStream();
            for (Answer next = answers.take(); next.bytes.length > 0; next = answers.take()) {
                for (long left = next.due - System.nanoTime(); left > 0; left = next.due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                out.write(next.bytes);
            }
        } catch (IOException e) {
            // Cut, or closed by one side.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        cut();
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

    /** As a statement of its own: the word, ended by a zero, in what the driver sends. */
    private static boolean holdsCommit(byte[] buffer, int length) {
        for (int start = 0; start + COMMIT.length <= length; start++) {
            if (Arrays.equals(buffer, start, start + COMMIT.length, COMMIT, 0, COMMIT.length)) {
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
        answers.add(new Answer(END, 0));
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
