package dev.baton.chaos.hostile;

import dev.baton.chaos.cluster.Bearer;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** How each harm is done. */
final class Attacks {

    private static final String HOST = "Host: 127.0.0.1\r\n";

    /** Just below four million bytes, which a batch may have. */
    private static final String NESTED =
            "{\"intents\": [" + ("[".repeat(50) + "]".repeat(50) + ",").repeat(39_000) + "0]}";

    private static final List<String> ODD = List.of(
            "/v1/intents/%00",
            "/v1/jobs?cursor=%ff%fe",
            "/%c0%ae%c0%ae/etc/passwd",
            "/%zz",
            "/v1/leaders/\u0001",
            "/v1/intents?target=%ed%a0%80");

    private Attacks() {}

    /** With nothing done yet. */
    static Attack begin(Harm harm) {
        return switch (harm) {
            case NESTED_BODIES -> stranger -> stranger.ask(post("/v1/session", "", NESTED));
            case NESTED_BATCHES -> stranger -> stranger.ask(post("/v1/intents:batch", authorized(), NESTED));
            case TRICKLING_HEADS -> new HeldConnections(60, 4, "GET /healthz HTTP/1.1\r\n" + HOST + "X-Slow: ", "x");
            case TRICKLING_BODIES ->
                new HeldConnections(
                        60,
                        4,
                        "POST /v1/session HTTP/1.1\r\n" + HOST
                                + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
                        " ");
            case SILENT_CONNECTIONS -> new HeldConnections(800, 20, "", "");
            case WRONG_TOKENS -> stranger -> stranger.ask(get("/v1/leaders", "Authorization: Bearer " + guess()));
            case WRONG_COOKIES -> stranger -> stranger.ask(get("/v1/leaders", "Cookie: baton_session=" + guess()));
            case WRONG_SIGN_INS ->
                stranger -> stranger.ask(post("/v1/session", "", "{\"token\": \"" + guess() + "\"}"));
            case HUGE_HEADERS -> stranger -> stranger.ask(get("/healthz", headers()));
            case STORED_POISON -> new StoredPoison();
            case ODD_CHARACTERS -> stranger -> stranger.ask(odd());
            case ABORTED_REQUESTS -> Attacks::abort;
        };
    }

    static String get(String path, String header) {
        return "GET " + path + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n" + header + "\r\n\r\n";
    }

    static String post(String path, String header, String body) {
        return "POST " + path + " HTTP/1.1\r\n" + HOST + "Connection: close\r\nContent-Type: application/json\r\n"
                + header + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    static String authorized() {
        return "Authorization: " + Bearer.SUBMITTER.header() + "\r\n";
    }

    private static String guess() {
        return UUID.randomUUID() + "-" + UUID.randomUUID();
    }

    private static boolean coin() {
        return ThreadLocalRandom.current().nextBoolean();
    }

    /** Too many bytes, or too many headers within the bytes that there may be. */
    private static String headers() {
        StringBuilder flood = new StringBuilder("X-First: 1");
        boolean large = coin();
        for (int i = 0; i < 500; i++) {
            flood.append("\r\nh").append(i).append(large ? ": 0123456789012345678901234567890123456789" : ":");
        }
        return flood.toString();
    }

    private static String odd() {
        if (coin()) {
            return get(ODD.get(ThreadLocalRandom.current().nextInt(ODD.size())), "Accept: \u0080\u00ff");
        }
        return coin()
                ? post("/v1/session", "", "{\"token\": \"\\ud800\\u0000" + guess() + "\"}")
                : "\u0016\u0003\u0001\u0000\u00a5\u0000 PROXY \u0000\r\n\r\n";
    }

    private static int abort(Stranger stranger) throws IOException {
        if (coin()) {
            stranger.sendAndVanish(
                    post("/v1/intents:batch", authorized(), NESTED).substring(0, 100_000));
        } else {
            stranger.sendAndVanish(get("/v1/intents?limit=1000", authorized().strip()));
        }
        return Stranger.NO_ANSWER;
    }
}
