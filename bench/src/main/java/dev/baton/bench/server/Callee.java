package dev.baton.bench.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Whom HTTP jobs call: remembers who called when, and takes its time over {@code /slow} without a thread for it. */
final class Callee implements AutoCloseable {

    private static final byte[] ANSWER = "done".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_CONNECTIONS = 4_096;

    /** Longer than a client stays away while the other one calls: else its next call meets a connection that is just closed. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Duration slow;
    private final Map<String, Instant> calls = new ConcurrentHashMap<>();
    private final AtomicInteger repeated = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();

    Callee(Duration slow) throws Exception {
        this.slow = slow;
        connector.setHost("127.0.0.1");
        connector.setAcceptQueueSize(MOST_CONNECTIONS);
        connector.setIdleTimeout(PATIENCE.toMillis());
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                takeWhole(request, response, callback);
                return true;
            }
        });
        server.start();
    }

    private void take(Request request, Response response, Callback callback, Instant called) {
        if (calls.put(request.getHeaders().get("Baton-Job-Id"), called) != null) {
            repeated.incrementAndGet();
        }
        mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        Runnable answer = () -> {
            underWay.decrementAndGet();
            answered.incrementAndGet();
            response.write(true, ByteBuffer.wrap(ANSWER), callback);
        };
        if (request.getHttpURI().getPath().equals("/slow")) {
            @SuppressWarnings("unused") // whoever waits for the answer would notice
            var unused = timer.schedule(answer, slow.toNanos(), TimeUnit.NANOSECONDS);
        } else {
            answer.run();
        }
    }

    /** A server that answers before it has read everything closes the connection afterwards, under the client's next call. */
    private void takeWhole(Request request, Response response, Callback callback) {
        Instant called = Instant.now();
        Content.Source.consumeAll(
                request, Callback.from(() -> take(request, response, callback, called), callback::failed));
    }

    String url(String path) {
        return "http://127.0.0.1:" + connector.getLocalPort() + path;
    }

    /** When each was called; who was called for twice shows as a failure of the run. */
    Map<String, Instant> calls() {
        if (repeated.get() > 0) {
            throw new IllegalStateException(repeated + " jobs were called for more than once");
        }
        return calls;
    }

    int answered() {
        return answered.get();
    }

    int mostUnderWay() {
        return mostUnderWay.get();
    }

    void forget() {
        calls.clear();
        mostUnderWay.set(0);
        answered.set(0);
    }

    @Override
    public void close() throws Exception {
        server.stop();
        timer.shutdownNow();
    }
}
