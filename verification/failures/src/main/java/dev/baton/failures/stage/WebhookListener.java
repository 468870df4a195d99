package dev.baton.failures.stage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** Hears of the ends of intents; one for all trials. */
final class WebhookListener {

    private static final List<String> BODIES = new CopyOnWriteArrayList<>();
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
        BODIES.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    static String url() {
        return "http://127.0.0.1:" + SERVER.getAddress().getPort() + "/";
    }

    /** How often the end of this intent was told. */
    static long told(String intentId) {
        return BODIES.stream()
                .filter(body -> body.contains("\"" + intentId + "\""))
                .count();
    }

    static void forget() {
        BODIES.clear();
    }
}
