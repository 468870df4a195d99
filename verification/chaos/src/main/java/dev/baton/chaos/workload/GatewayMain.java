package dev.baton.chaos.workload;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.chaos.history.Journal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * The outside world, a process of its own. Records every call, and refuses calls of an epoch below the highest that it
 * has seen. Otherwise it does what the intent's id says: most it accepts, some it blocks, some it answers late, wrongly,
 * or not at all.
 */
public final class GatewayMain {

    private static final int THREADS = 64;

    private final Journal journal;
    private long highestEpoch;

    private GatewayMain(Journal journal) {
        this.journal = journal;
    }

    /** Arguments: port, journal. */
    public static void main(String[] args) throws IOException {
        GatewayMain gateway = new GatewayMain(new Journal(Path.of(args[1])));
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 200);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/send", gateway::receive);
        server.start();
    }

    private void receive(HttpExchange exchange) throws IOException {
        long at = System.nanoTime();
        String key = header(exchange, "Idempotency-Key");
        String intent = key.substring(0, key.lastIndexOf(':'));
        int attempt = Integer.parseInt(header(exchange, "Baton-Attempt"));
        long epoch = Long.parseLong(header(exchange, "Baton-Lease-Epoch"));
        exchange.getRequestBody().readAllBytes();
        String verdict = verdict(intent, attempt, epoch, key, at);
        switch (verdict) {
            case "stale" -> answer(exchange, 409, "{}");
            case "wrong" -> answer(exchange, 503, "{}");
            case "mute" -> exchange.close();
            case "blocked", "busy" ->
                answer(exchange, 200, "{\"status\": \"rejected\", \"reason\": \"" + verdict + "\"}");
            default -> answer(exchange, 200, "{\"status\": \"accepted\"}");
        }
    }

    /** Recorded in the order of arrival, before anything is answered. */
    private String verdict(String intent, int attempt, long epoch, String key, long at) {
        String verdict;
        synchronized (this) {
            highestEpoch = Math.max(highestEpoch, epoch);
            verdict = epoch < highestEpoch ? "stale" : mood(intent, attempt);
            journal.write(at, intent, attempt, epoch, key, verdict, highestEpoch);
        }
        if (verdict.equals("late")) {
            LockSupport.parkNanos(300_000_000);
        }
        return verdict;
    }

    private static String mood(String intent, int attempt) {
        int dice = Math.floorMod(intent.hashCode() * 31 + attempt * 7, 100);
        if (dice < 3) {
            return "blocked";
        }
        if (dice < 6) {
            return "busy";
        }
        if (dice < 8) {
            return "wrong";
        }
        if (dice < 10) {
            return "mute";
        }
        return dice < 24 ? "late" : "accepted";
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
