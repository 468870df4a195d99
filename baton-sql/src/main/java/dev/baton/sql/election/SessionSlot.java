package dev.baton.sql.election;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The one session of a store: kept by the thread that opened it, dropped by that thread or by whoever closes the store.
 * One that is opened while the slot is being closed is dropped as well, by one of the two.
 */
final class SessionSlot<S> {

    private final AtomicReference<S> session = new AtomicReference<>();
    private final Consumer<S> dropping;
    private volatile boolean closed;

    SessionSlot(Consumer<S> dropping) {
        this.dropping = dropping;
    }

    /** The session, or null. */
    S get() {
        return session.get();
    }

    /**
     * Keeps a session that was just opened.
     *
     * @return false if the slot is closed: the session is dropped then
     */
    boolean keep(S opened) {
        session.set(opened);
        if (closed) {
            drop();
        }
        return !closed;
    }

    /** Ends the session, if there is one, exactly once. */
    void drop() {
        S kept = session.getAndSet(null);
        if (kept != null) {
            dropping.accept(kept);
        }
    }

    /** Ends the session, and every one that is kept later. */
    void close() {
        closed = true;
        drop();
    }
}
