package dev.baton.server.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Bounds what connections may cost. A PROXY header and the head of a request must arrive before a deadline and an answer must be read before one,
 * because an idle time-out does not catch a client that sends or reads one byte now and then. The number of connections is
 * limited, per address and in all. When there are too many, the one that has been without a request for longest is closed, so
 * that a client with thousands of idle connections keeps nobody out.
 */
final class ConnectionWatch extends AbstractLifeCycle implements Connection.Listener {

    private static final Duration LONGEST_SWEEP = Duration.ofSeconds(1);

    private final Scheduler scheduler;
    private final HttpLimits limits;
    private final TrustedProxies proxies;
    private final Map<Connection, State> open = new HashMap<>();

    /** Connections without a request under way, in the order in which they became idle. */
    private final Map<Connection, State> waiting = new LinkedHashMap<>();

    private final Map<String, Integer> perAddress = new HashMap<>();

    /** A connection. All times are readings of the stopwatch; 0 means never. */
    private static final class State {
        private final String address;
        private boolean used;
        private long since;
        private long bytes;
        private long headSince;
        private long answerSince;

        State(String address, long now) {
            this.address = address;
            this.since = now;
        }
    }

    ConnectionWatch(Scheduler scheduler, HttpLimits limits, TrustedProxies proxies) {
        this.scheduler = scheduler;
        this.limits = limits;
        this.proxies = proxies;
    }

    @Override
    protected void doStart() {
        next();
    }

    private void next() {
        long third = limits.patience().header().toMillis() / 3;
        scheduler.schedule(this::sweep, Math.min(third, LONGEST_SWEEP.toMillis()), TimeUnit.MILLISECONDS);
    }

    @Override
    public void onOpened(Connection connection) {
        // The layer of TLS lies below one of HTTP for as long as it is there; one of the PROXY protocol comes before
        // and goes.
        if (!(connection instanceof SslConnection)) {
            add(connection).ifPresent(leaving -> leaving.getEndPoint().close());
        }
    }

    /**
     * The connection that has to be closed for this one, which may be this one itself. It is forgotten at once: closing takes a
     * moment, and the next newcomer would choose it again.
     */
    private synchronized Optional<Connection> add(Connection connection) {
        String address = Client.addressOf(connection.getEndPoint().getRemoteSocketAddress());
        State state = new State(address, System.nanoTime());
        open.put(connection, state);
        waiting.put(connection, state);
        int same = perAddress.merge(address, 1, Integer::sum);
        Connection leaving = null;
        if (same > limits.perAddress() && !proxies.includes(address)) {
            leaving = waitingLongest(address);
        } else if (open.size() > limits.connections()) {
            leaving = waiting.keySet().iterator().next();
        }
        if (leaving != null) {
            onClosed(leaving);
        }
        return Optional.ofNullable(leaving);
    }

    private Connection waitingLongest(String address) {
        return waiting.entrySet().stream()
                .filter(entry -> entry.getValue().address.equals(address))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        State state = open.remove(connection);
        if (state != null) {
            waiting.remove(connection);
            perAddress.computeIfPresent(state.address, (address, count) -> count == 1 ? null : count - 1);
        }
    }

    /** The head of a request has come. */
    synchronized void requestBegins(Connection connection) {
        waiting.remove(connection);
    }

    /** Its answer is ready to be taken. */
    synchronized void answerBegins(Connection connection) {
        State state = open.get(connection);
        if (state != null) {
            state.answerSince = System.nanoTime();
        }
    }

    /** Its answer was taken. */
    synchronized void requestEnds(Connection connection) {
        State state = open.get(connection);
        if (state != null) {
            state.used = true;
            state.since = System.nanoTime();
            state.bytes = connection.getBytesIn();
            state.headSince = 0;
            state.answerSince = 0;
            waiting.put(connection, state);
        }
    }

    private void sweep() {
        if (isRunning()) {
            overdue(System.nanoTime())
                    .forEach(connection -> connection.getEndPoint().close());
            next();
        }
    }

    private synchronized List<Connection> overdue(long now) {
        List<Connection> overdue = new ArrayList<>();
        waiting.forEach((connection, state) -> {
            if (isHeadOverdue(connection, state, now)) {
                overdue.add(connection);
            }
        });
        open.forEach((connection, state) -> {
            if (isOver(state.answerSince, limits.patience().answer(), now)) {
                overdue.add(connection);
            }
        });
        return overdue;
    }

    private boolean isHeadOverdue(Connection connection, State state, long now) {
        HttpLimits.Patience patience = limits.patience();
        if (!state.used) {
            return isOver(state.since, patience.header(), now);
        }
        if (state.headSince == 0 && connection.getBytesIn() > state.bytes) {
            state.headSince = now;
        }
        return isOver(state.headSince, patience.header(), now)
                || isOver(state.since, patience.idle().plus(patience.header()), now);
    }

    private static boolean isOver(long since, Duration patience, long now) {
        return since != 0 && now - since > patience.toNanos();
    }
}
