package dev.baton.submissions;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/** A gateway that remembers every call and refuses epochs below the highest it has seen. */
final class WatchfulGateway implements AutoCloseable {

    private final HttpServer server;
    private final List<Call> calls = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<String> tellings = new CopyOnWriteArrayList<>();
    private volatile boolean takesWebhooks;
    private volatile String hung = "none";
    private long highest;

    record Call(String intentId, int attempt, long epoch, String key, boolean accepted) {}

    WatchfulGateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::handle);
        server.createContext("/hook", this::hear);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** First attempts of intents that begin with this get no answer. */
    void hang(String prefix) {
        hung = prefix;
    }

    /** Until then webhooks are not taken: the first is left without an answer, the others are turned away. */
    void takeWebhooks() {
        takesWebhooks = true;
    }

    private void hear(HttpExchange exchange) throws IOException {
        String id = JsonMapper.shared()
                .readTree(exchange.getRequestBody().readAllBytes())
                .path("intent")
                .path("intentId")
                .asString();
        tellings.add(id);
        if (!takesWebhooks && tellings.size() == 1) {
            awaitEnd();
        }
        exchange.sendResponseHeaders(takesWebhooks ? 200 : 503, -1);
        exchange.close();
    }

    /** Which intents' ends were told, each time that one was. */
    List<String> tellings() {
        return List.copyOf(tellings);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String id = JsonMapper.shared()
                .readTree(exchange.getRequestBody().readAllBytes())
                .path("referenceId")
                .asString();
        int attempt = Integer.parseInt(exchange.getRequestHeaders().getFirst("Baton-Attempt"));
        long epoch = Long.parseLong(exchange.getRequestHeaders().getFirst("Baton-Lease-Epoch"));
        boolean accepted =
                remember(id, attempt, epoch, exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        if (attempt == 1 && id.startsWith(hung)) {
            awaitEnd();
        }
        byte[] answer = ("{\"referenceId\":\"" + id + "\",\"status\":\"accepted\"}").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(accepted ? 200 : 409, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean remember(String id, int attempt, long epoch, String key) {
        boolean accepted = epoch >= highest;
        highest = Math.max(highest, epoch);
        calls.add(new Call(id, attempt, epoch, key, accepted));
        return accepted;
    }

    synchronized List<Call> calls() {
        return new ArrayList<>(calls);
    }

    List<Call> calls(String id) {
        return calls().stream().filter(call -> call.intentId().equals(id)).toList();
    }

    @Override
    public void close() {
        end.countDown();
        server.stop(0);
    }
}
