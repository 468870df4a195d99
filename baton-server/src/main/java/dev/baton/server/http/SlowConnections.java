package dev.baton.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Ends connections that trickle: an idle time-out does not catch a header that comes byte by byte. A connection on which
 * bytes arrive in several sweeps in a row without a request being complete is closed.
 */
final class SlowConnections extends AbstractLifeCycle implements Connection.Listener {

    private static final int PATIENCE = 3;

    private final Scheduler scheduler;
    private final long sweepMillis;
    private final Map<Connection, Seen> open = new ConcurrentHashMap<>();

    /** What a sweep found: bytes and requests so far, and how often bytes came without a request. */
    private record Seen(long bytes, long requests, int trickles) {}

    /** @param patience how long bytes may come without a request */
    SlowConnections(Scheduler scheduler, Duration patience) {
        this.scheduler = scheduler;
        this.sweepMillis = patience.toMillis() / PATIENCE;
    }

    @Override
    protected void doStart() {
        next();
    }

    private void next() {
        scheduler.schedule(this::sweep, sweepMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onOpened(Connection connection) {
        open.put(connection, new Seen(0, 0, 0));
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    private void sweep() {
        if (!isRunning()) {
            return;
        }
        open.replaceAll((connection, before) -> {
            long bytes = connection.getBytesIn();
            long requests = connection.getMessagesIn();
            boolean trickled = bytes > before.bytes() && requests == before.requests();
            return new Seen(bytes, requests, trickled ? before.trickles() + 1 : 0);
        });
        open.forEach((connection, seen) -> {
            if (seen.trickles() >= PATIENCE) {
                connection.getEndPoint().close();
            }
        });
        next();
    }
}
