package dev.baton.server.http;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes that all requests together may hold. Who asks for more than is left is refused, whoever holds the rest. */
final class MemoryBudget {

    private final long most;
    private final AtomicLong held = new AtomicLong();

    MemoryBudget(long most) {
        this.most = most;
    }

    /** Takes so many bytes, all or none. */
    boolean tryTake(long bytes) {
        if (held.addAndGet(bytes) <= most) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    /** The same with a refusal that a client can read. */
    void take(long bytes) {
        if (!tryTake(bytes)) {
            throw new Problem(503, "busy", "this node holds as much for others as it can: try again soon");
        }
    }

    void giveBack(long bytes) {
        held.addAndGet(-bytes);
    }
}
