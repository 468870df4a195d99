package dev.baton.bench.process;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches the gate of a campaign from a thread of its own. An opening is told by the thread that waited for it; for the
 * end the last moment at which the gate was <em>seen open</em> counts, so that a gap between two gates comes out too
 * long rather than too short.
 */
public final class GateLog implements AutoCloseable {

    /** Told what was seen. */
    public interface Sink {
        void opened(LeaderToken token, long at);

        /** @param lastOpen when the gate was last seen open */
        void shut(LeaderToken token, long lastOpen);

        /** The process stood still for a while. */
        default void woke(boolean open, long at) {}
    }

    private static final long LOOK_NANOS = 50_000;
    private static final long PAUSED_NANOS = 1_000_000_000L;

    private final Campaign campaign;
    private final Sink sink;
    private final Thread thread;
    private volatile boolean closed;

    public GateLog(Campaign campaign, Sink sink) {
        this.campaign = campaign;
        this.sink = sink;
        this.thread = new Thread(this::run, "gate-log-" + campaign.role());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                Optional<LeaderToken> token = campaign.awaitLeadership(Duration.ofHours(1));
                if (token.isPresent()) {
                    long now = System.nanoTime();
                    sink.opened(token.get(), now);
                    follow(token.get(), now);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(LeaderToken token, long openedAt) {
        long lastOpen = openedAt;
        long before = openedAt;
        while (!closed) {
            long now = System.nanoTime();
            boolean open = campaign.gate().isLeader();
            if (now - before > PAUSED_NANOS) {
                sink.woke(open, now);
            }
            before = now;
            if (!open) {
                sink.shut(token, lastOpen);
                return;
            }
            lastOpen = now;
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
