package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.security.AccessControl;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccessTest {

    private static final String VIEWER = "viewer-token-0123456789";
    private static final String OPERATOR = "operator-token-0123456789";

    private static String tokens() {
        return "[[security.tokens]]\nname = 'eve'\nrole = 'viewer'\nsha256 = '" + Secrets.sha256(VIEWER) + "'\n"
                + "[[security.tokens]]\nname = 'oscar'\nrole = 'operator'\nsha256 = '" + Secrets.sha256(OPERATOR)
                + "'\n";
    }

    private static void check(Map<String, String> environment) {
        AccessControl.check(new ConfigReader(environment, Map.of()).read(Optional.empty()));
    }

    @Test
    void beyondLoopbackTokensAndTlsAreDemanded() {
        assertThatThrownBy(() -> check(Map.of("BATON_SERVER_BIND", "0.0.0.0")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("security.tokens is empty");
    }

    @Test
    void beyondLoopbackEveryRequestNeedsAToken() throws Exception {
        assertThatThrownBy(() -> new TestNode("[server]\nbind = '0.0.0.0'\n" + tokens()))
                .hasMessageContaining("without TLS");
        try (TestNode node = new TestNode("[server]\nbind = '0.0.0.0'\n[security]\nplain_http = true\n" + tokens())) {
            assertThat(node.get("/healthz").status()).isEqualTo(200);
            assertThat(node.get("/readyz").status()).isEqualTo(200);
            assertThat(node.get("/v1/leaders").status()).isEqualTo(401);
            assertThat(node.get("/metrics").status()).isEqualTo(401);
            assertThat(node.get("/v1/events").status()).isEqualTo(401);
            assertThat(bearer(node, "/v1/leaders", VIEWER).status()).isEqualTo(200);
            assertThat(bearer(node, "/v1/audit", VIEWER).status()).isEqualTo(403);
            assertThat(bearer(node, "/v1/audit", OPERATOR).body()).contains("oscar is an operator; this needs admin");
            cookies(node);
            guesses(node);
        }
    }

    private static Reply bearer(TestNode node, String path, String token) throws Exception {
        return node.send(node.request(path).header("Authorization", "Bearer " + token));
    }

    /** A cookie alone changes nothing: the page must prove that it is ours. */
    private static void cookies(TestNode node) throws Exception {
        Reply session = node.post("/v1/session", "{\"token\": \"" + OPERATOR + "\"}");
        String cookie = session.response().headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).contains("HttpOnly", "SameSite=Strict");
        String pair = cookie.substring(0, cookie.indexOf(';'));

        assertThat(node.send(node.request("/v1/leaders").header("Cookie", pair)).status())
                .isEqualTo(200);
        HttpRequest.Builder forged =
                node.request("/v1/intents/none/cancel").header("Cookie", pair).POST(BodyPublishers.noBody());
        assertThat(node.send(forged).code()).isEqualTo("csrf");
        HttpRequest.Builder ours = node.request("/v1/intents/none/cancel")
                .header("Cookie", pair)
                .header("X-CSRF-Token", session.json().path("csrfToken").asString())
                .POST(BodyPublishers.noBody());
        assertThat(node.send(ours).status()).isEqualTo(404);
    }

    /** Whoever guesses is slowed down, and keeps nobody out who has a right token. */
    private static void guesses(TestNode node) throws Exception {
        for (String kind : List.of("bearer", "cookie", "sign-in")) {
            Reply last = guess(node, kind, 0);
            assertThat(last.status()).as(kind).isEqualTo(401);
            for (int i = 1; i < 15; i++) {
                last = guess(node, kind, i);
            }
            assertThat(last.status()).as(kind).isEqualTo(429);
        }
        assertThat(bearer(node, "/v1/leaders", VIEWER).status()).isEqualTo(200);
        cookies(node);
    }

    private static Reply guess(TestNode node, String kind, int number) throws Exception {
        String guess = "guess-that-is-long-enough-" + number;
        return switch (kind) {
            case "bearer" -> bearer(node, "/v1/leaders", guess);
            case "cookie" ->
                node.send(node.request("/v1/leaders").header("Cookie", AccessControl.COOKIE + "=" + guess));
            default -> node.post("/v1/session", "{\"token\": \"" + guess + "\"}");
        };
    }

    /** A hash in the configuration does not tell how short its token is. */
    @Test
    void aShortTokenIsRefusedThoughItsHashIsConfigured() throws Exception {
        String weak =
                "[[security.tokens]]\nname = 'weak'\nrole = 'operator'\nsha256 = '" + Secrets.sha256("secret") + "'\n";
        try (TestNode node = new TestNode(weak)) {
            assertThat(bearer(node, "/v1/leaders", "secret").status()).isEqualTo(401);
        }
    }

    @Test
    void whereTokensAreConfiguredTheyAreNeededOnLoopbackToo() throws Exception {
        try (TestNode node = new TestNode(tokens())) {
            assertThat(node.get("/v1/leaders").status()).isEqualTo(401);
            assertThat(node.post("/v1/intents/x/cancel", "").status()).isEqualTo(401);
            assertThat(bearer(node, "/v1/leaders", "not-a-token-of-anybody").status())
                    .isEqualTo(401);
            assertThat(bearer(node, "/v1/audit", VIEWER).status()).isEqualTo(403);
            assertThat(bearer(node, "/v1/leaders", VIEWER).status()).isEqualTo(200);
        }
    }

    @Test
    void onLoopbackWhatABrowserCouldBeTrickedIntoIsRefused() throws Exception {
        try (TestNode node = new TestNode("")) {
            String body = "{\"intentId\": \"x\", \"submissionTarget\": \"sample\"}";
            assertThat(node.post("/v1/intents", body).status()).isEqualTo(200);
            assertThat(node.send(node.request("/v1/intents")
                                    .header("Content-Type", "text/plain")
                                    .POST(BodyPublishers.ofString(body)))
                            .status())
                    .isEqualTo(415);
            assertThat(node.send(node.request("/v1/intents")
                                    .header("Content-Type", "application/json")
                                    .header("Origin", "http://evil.example")
                                    .POST(BodyPublishers.ofString(body)))
                            .code())
                    .isEqualTo("origin_not_allowed");
            assertThat(node.send(node.request("/v1/intents/x/cancel")
                                    .header("Sec-Fetch-Site", "cross-site")
                                    .POST(BodyPublishers.noBody()))
                            .code())
                    .isEqualTo("origin_not_allowed");
            assertThat(bearer(node, "/v1/leaders", "not-a-token").status()).isEqualTo(401);
            try (java.net.Socket socket = new java.net.Socket(java.net.InetAddress.getLoopbackAddress(), node.port())) {
                socket.setSoTimeout(30_000);
                socket.getOutputStream()
                        .write("GET /v1/leaders HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n"
                                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
                assertThat(Replies.parse(socket.getInputStream().readAllBytes()).code())
                        .isEqualTo("host_not_allowed");
            }
        }
    }
}
