package dev.baton.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A TCP proxy before a database that can do to connections what networks do: cut both sides, cut only the database's
 * side so that the client notices nothing, swallow everything, lose the answer to one statement.
 */
public final class CutProxy extends TcpProxy {

    private static final Duration LOOK_EVERY = Duration.ofMillis(2);

    private volatile boolean frozen;
    private volatile byte[] fatal;

    private CutProxy(InetSocketAddress target) {
        super(target);
        open();
    }

    public static CutProxy before(TestDatabase database) {
        return new CutProxy(database.address().orElseThrow());
    }

    /** A connection that waits while all is frozen, and whose answers may be lost. */
    private final class Freezing extends ProxiedConnection {
        private volatile boolean answersLost;

        Freezing(Socket client, Socket database) throws IOException {
            super(client, database);
        }

        @Override
        protected Passage request(byte[] bytes, int length) {
            waitWhileFrozen();
            answersLost |= isFatal(bytes, length);
            return Passage.GOES_ON;
        }

        @Override
        protected boolean passes(int length, boolean begins) {
            waitWhileFrozen();
            return !answersLost;
        }

        private void waitWhileFrozen() {
            while (frozen && !isOver()) {
                LockSupport.parkNanos(LOOK_EVERY.toNanos());
            }
        }
    }

    @Override
    protected ProxiedConnection connection(Socket client, Socket server) throws IOException {
        return new Freezing(client, server);
    }

    /** From now on nothing passes, in either direction, and nobody is told; {@link #thaw()} lets it flow again. */
    public void freeze() {
        frozen = true;
    }

    public void thaw() {
        frozen = false;
    }

    /** The next such statement reaches the database and is carried out; its answer is lost and the connection cut. */
    public void loseAnswerTo(String statement) {
        fatal = statement.getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether the statement has come by. */
    public boolean hasLostIt() {
        return fatal == null;
    }

    /** Whether this request contains the statement whose answer is to be lost; true once. */
    private synchronized boolean isFatal(byte[] buffer, int length) {
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
}
