package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.crypto.Secrets;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What comes through a proxy comes from loopback, and is not somebody on this machine. */
class ProxyTest {

    private static final String TOKEN = "operator-token-0123456789";
    private static final String TOKENS =
            "[[security.tokens]]\nname = 'oscar'\nrole = 'operator'\nsha256 = '" + Secrets.sha256(TOKEN) + "'\n";
    private static final String TRUSTING = "[security]\ntrusted_proxies = ['127.0.0.0/8']\n";

    private static Reply leaders(TestNode node, String token, String... headers) throws Exception {
        HttpRequest.Builder request = node.request("/v1/leaders");
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return node.send(headers.length == 0 ? request : request.headers(headers));
    }

    @Test
    void whatWasPassedOnIsNotLocal() throws Exception {
        try (TestNode node = new TestNode("")) {
            assertThat(leaders(node, "").status()).isEqualTo(200);
            for (String header : List.of(
                    "X-Forwarded-For", "Forwarded", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Via")) {
                Reply refused = leaders(node, "", header, "127.0.0.1");
                assertThat(refused.status()).as(header).isEqualTo(401);
                assertThat(refused.body()).contains("came through a proxy");
                HttpRequest.Builder act =
                        node.request("/v1/leaders/scheduler/drain").header(header, "127.0.0.1");
                assertThat(node.send(act.POST(BodyPublishers.noBody())).status())
                        .as(header)
                        .isEqualTo(401);
                HttpRequest.Builder probe = node.request("/healthz").header(header, "127.0.0.1");
                assertThat(node.send(probe).status()).as(header).isEqualTo(200);
            }
        }
    }

    @Test
    void whatATrustedProxySendsIsNeverLocalEvenWithoutAHeader() throws Exception {
        try (TestNode node = new TestNode(TRUSTING)) {
            assertThat(leaders(node, "").status()).isEqualTo(401);
        }
    }

    @Test
    void behindATrustedProxyEachClientHasItsOwnLimits() throws Exception {
        try (TestNode node = new TestNode(TRUSTING + TOKENS)) {
            guessTooOften(node, "203.0.113.9");
            assertThat(leaders(node, "another-wrong-guess", "X-Forwarded-For", "203.0.113.9")
                            .status())
                    .isEqualTo(429);
            assertThat(leaders(node, "another-wrong-guess", "X-Forwarded-For", "1.2.3.4, 203.0.113.9")
                            .status())
                    .as("what a client writes before the proxy's word changes nothing")
                    .isEqualTo(429);
            assertThat(leaders(node, "another-wrong-guess", "X-Forwarded-For", "203.0.113.10")
                            .status())
                    .isEqualTo(401);
            assertThat(leaders(node, TOKEN, "X-Forwarded-For", "203.0.113.9").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void withoutTrustNobodyChoosesItsOwnAddress() throws Exception {
        try (TestNode node = new TestNode(TOKENS)) {
            for (int i = 0; i < 11; i++) {
                leaders(node, "wrong-guess-" + i, "X-Forwarded-For", "203.0.113." + i);
            }
            assertThat(leaders(node, "wrong-guess", "X-Forwarded-For", "203.0.113.99")
                            .status())
                    .isEqualTo(429);
        }
    }

    @Test
    void theStandardHeaderIsReadWhereItIsTheOneThatTheProxyWrites() throws Exception {
        try (TestNode node = new TestNode(TRUSTING + "forwarded_header = 'forwarded'\n" + TOKENS)) {
            for (int i = 0; i < 11; i++) {
                leaders(node, "wrong-guess-" + i, "Forwarded", "for=\"[2001:db8::1]:4711\";proto=https");
            }
            assertThat(leaders(node, "wrong-guess", "Forwarded", "for=\"[2001:db8::2]\"")
                            .status())
                    .as("another address of the same network")
                    .isEqualTo(429);
            assertThat(leaders(node, "wrong-guess", "Forwarded", "for=\"[2001:db8:1::2]\"")
                            .status())
                    .isEqualTo(401);
        }
    }

    private static void guessTooOften(TestNode node, String client) throws Exception {
        for (int i = 0; i < 11; i++) {
            leaders(node, "wrong-guess-" + i, "X-Forwarded-For", client);
        }
    }

    @Test
    void aCookieIsSecureWhereTheClientSpeaksTlsWithTheProxy() throws Exception {
        try (TestNode node = new TestNode(TRUSTING + TOKENS)) {
            HttpRequest.Builder https = signIn(node).header("X-Forwarded-Proto", "https");
            Reply secure = node.send(https);
            assertThat(cookie(secure)).contains("; Secure");
            assertThat(secure.response().headers().firstValue("Strict-Transport-Security"))
                    .isPresent();
            Reply plain = node.send(signIn(node));
            assertThat(cookie(plain)).doesNotContain("; Secure");
            assertThat(plain.response().headers().firstValue("Strict-Transport-Security"))
                    .isEmpty();
        }
    }

    private static HttpRequest.Builder signIn(TestNode node) {
        return node.request("/v1/session")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"token\": \"" + TOKEN + "\"}"));
    }

    private static String cookie(Reply reply) {
        return reply.response().headers().firstValue("Set-Cookie").orElseThrow();
    }
}
