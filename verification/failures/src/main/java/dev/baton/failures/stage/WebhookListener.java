package dev.baton.failures.stage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Hears of the ends of intents; one for all trials. */
final class WebhookListener {

    /** In the id of an intent: who is told of it does not listen the first time. */
    static final String DEAF = ":deaf";

    /** In the id of an intent: who is told of it does not answer before it is {@linkplain #answer allowed to}. */
    static final String SLOW = ":slow";

    private static final Map<String, CompletableFuture<Void>> SLOW_ONES = new ConcurrentHashMap<>();
    private static final List<String> TOLD = new CopyOnWriteArrayList<>();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final HttpServer SERVER = start();

    private WebhookListener() {}

    private static HttpServer start() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "webhooks-of-the-test");
                thread.setDaemon(true);
                return thread;
            }));
            server.createContext("/", WebhookListener::hear);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("no port for webhooks", e);
        }
    }

    private static void hear(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        boolean refused =
                body.contains(DEAF) && TOLD.stream().noneMatch(one -> one.startsWith(path) && one.contains(DEAF));
        TOLD.add(path + body);
        if (body.contains(SLOW)) {
            slow(path).join();
        }
        exchange.sendResponseHeaders(refused ? 503 : 200, -1);
        exchange.close();
    }

    /** Where one trial is told, and no other: what another one still tells is not counted. */
    static String newUrl() {
        return "http://127.0.0.1:" + SERVER.getAddress().getPort() + "/" + NUMBER.incrementAndGet() + "/";
    }

    private static CompletableFuture<Void> slow(String path) {
        return SLOW_ONES.computeIfAbsent(path, one -> new CompletableFuture<>());
    }

    /** Lets slow ones answer there, from now on. */
    static void answer(String url) {
        slow(URI.create(url).getPath()).complete(null);
    }

    /** How often the end of this intent was told there. */
    static long told(String url, String intentId) {
        String path = URI.create(url).getPath();
        return TOLD.stream()
                .filter(one -> one.startsWith(path) && one.contains("\"" + intentId + "\""))
                .count();
    }
}
