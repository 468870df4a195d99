package dev.baton.chaos.proxy;

import dev.baton.testkit.ProxiedConnection;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One connection through a {@link Proxy}: questions go straight on, answers can be late. */
final class HeldUpConnection extends ProxiedConnection {

    /** As a statement of its own in what a driver sends: PostgreSQL's word ends with a zero, MySQL's command begins with a 3. */
    private static final List<byte[]> COMMITS =
            List.of(new byte[] {'C', 'O', 'M', 'M', 'I', 'T', 0}, new byte[] {3, 'C', 'O', 'M', 'M', 'I', 'T'});

    private static final long LOOK_NANOS = 2_000_000;

    private final Proxy proxy;

    HeldUpConnection(Proxy proxy, Socket node, Socket database) throws IOException {
        super(node, database);
        this.proxy = proxy;
    }

    @Override
    protected Passage request(byte[] bytes, int length) {
        hold(length);
        return holdsCommit(bytes, length) && proxy.takeFatalCommit() ? Passage.ENDS : Passage.GOES_ON;
    }

    /** What comes in one go is late once. */
    @Override
    protected boolean passes(int length, boolean begins) {
        long read = System.nanoTime();
        hold(length);
        if (begins) {
            delay(read);
        }
        return true;
    }

    private void delay(long since) {
        long due = since + proxy.answerDelayMillis() * 1_000_000;
        for (long left = due - System.nanoTime(); left > 0 && !isOver(); left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Holds bytes up as long as nothing, or little, may pass. */
    private void hold(int bytes) {
        while (proxy.isSilent() && !isOver()) {
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
}
