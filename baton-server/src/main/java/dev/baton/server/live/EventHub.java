package dev.baton.server.live;

import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Tells viewers what happens, as server-sent events. A viewer costs a connection and a short queue, no thread; one that
 * does not keep up is let go, and comes back by itself to a fresh start.
 */
public final class EventHub implements AutoCloseable {

    private static final ByteBuffer KEEP_ALIVE = encoded(": still here\n\n");

    private final Map<FeedConnection, Call> viewers = new ConcurrentHashMap<>();
    private final Runnable onViewer;
    private final int most;
    private volatile ByteBuffer greeting = encoded("retry: 2000\n\n");
    private volatile ByteBuffer latest;
    private volatile boolean closed;

    /**
     * @param most how many viewers are fed at once
     * @param onViewer told when somebody has come
     */
    public EventHub(int most, Runnable onViewer) {
        this.most = most;
        this.onViewer = onViewer;
    }

    /** What every new viewer is told first. */
    public void setGreeting(String event, String json) {
        greeting = encoded("retry: 2000\nevent: " + event + "\ndata: " + json + "\n\n");
    }

    /** Opens a feed; a route's stream. */
    public void openStream(Call call, Response response, Callback callback) {
        if (closed || viewers.size() >= most) {
            throw new Problem(
                    503, "too_many_viewers", "this node feeds " + most + " viewers already: look at another one");
        }
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
        response.getHeaders().put("X-Accel-Buffering", "no");
        FeedConnection viewer = new FeedConnection(response, callback, viewers::remove);
        viewers.put(viewer, call);
        viewer.send(greeting);
        ByteBuffer known = latest;
        if (known != null) {
            viewer.send(known);
        }
        onViewer.run();
    }

    public int viewers() {
        return viewers.size();
    }

    /** Tells everybody, and every later viewer as the first thing after the greeting. */
    public void publishState(String event, String json) {
        ByteBuffer encoded = encoded("event: " + event + "\ndata: " + json + "\n\n");
        latest = encoded;
        send(encoded);
    }

    /** Tells everybody who is here now. */
    public void publishEvent(String event, String id, String json) {
        send(encoded("id: " + id + "\nevent: " + event + "\ndata: " + json + "\n\n"));
    }

    /** Keeps proxies and browsers from closing a feed on which nothing happens. */
    public void sendKeepAlive() {
        send(KEEP_ALIVE);
    }

    /**
     * Ends the feeds of those who would not be let in now: they have signed out, or their token is valid no longer.
     *
     * @throws Exception if that cannot be found out now: then they stay
     */
    public void endUnwelcome() throws Exception {
        for (Map.Entry<FeedConnection, Call> open : viewers.entrySet()) {
            if (!open.getValue().mayStay()) {
                open.getKey().end();
            }
        }
    }

    private void send(ByteBuffer message) {
        viewers.keySet().forEach(viewer -> viewer.send(message));
    }

    private static ByteBuffer encoded(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).asReadOnlyBuffer();
    }

    @Override
    public void close() {
        closed = true;
        viewers.keySet().forEach(FeedConnection::end);
    }
}
