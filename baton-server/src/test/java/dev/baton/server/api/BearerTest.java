package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.openid.TestProvider;
import dev.baton.testkit.TestPatience;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that show a JWT of a provider: what is not its word, for us, now, lets nobody in. */
@Timeout(180)
class BearerTest {

    private static final String TOKEN = "static-token-0123456789";

    private static String settings(String issuer) {
        return settings(issuer, "");
    }

    /** @param more keys of {@code [security.openid]} */
    private static String settings(String issuer, String more) {
        return """
                [[security.tokens]]
                name = 'static'
                role = 'viewer'
                sha256 = '%s'
                [security.openid]
                issuer = '%s'
                audience = 'baton-api'
                %s
                [[security.openid.groups]]
                group = 'operators'
                role = 'operator'
                [[security.openid.groups]]
                group = 'admins'
                role = 'admin'
                """.formatted(Secrets.sha256(TOKEN), issuer, more);
    }

    private static Reply look(TestNode node, String bearer) throws Exception {
        return look(node, "/v1/leaders", bearer);
    }

    private static Reply look(TestNode node, String path, String bearer) throws Exception {
        return node.send(node.request(path).header("Authorization", "Bearer " + bearer));
    }

    @Test
    void theProvidersWordIsTaken() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider.issuer()))) {
            assertThat(look(node, "/v1/session", provider.bearer(claims -> claims))
                            .body())
                    .contains("openid:alice", "operator");
            assertThat(look(node, "/v1/audit", provider.bearer(claims -> claims))
                            .status())
                    .isEqualTo(403);
            assertThat(look(node, "/v1/audit", provider.bearer(claims -> claims.claim("groups", List.of("admins"))))
                            .status())
                    .isEqualTo(200);
            assertThat(look(
                                    node,
                                    "/v1/session",
                                    provider.bearer(claims -> claims.claim("preferred_username", "a\u0085l\u202eice")))
                            .body())
                    .contains("openid:a?l?ice");
            Reply stranger = look(node, provider.bearer(claims -> claims.claim("groups", List.of("unknown"))));
            assertThat(stranger.status()).isEqualTo(403);
            assertThat(stranger.body()).contains("openid:alice is nobody here");
            assertThat(node.get("/v1/leaders").status())
                    .as("nobody is local where there is a provider")
                    .isEqualTo(401);
        }
    }

    @Test
    void whatIsNotForUsOrNotNowIsRefused() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider.issuer()))) {
            assertThat(look(node, provider.bearer(c -> c)).status()).isEqualTo(200);
            refused(node, provider.bearer(c -> c.issuer("https://elsewhere.example")), "another issuer");
            refused(node, provider.bearer(c -> c.audience("others")), "another audience");
            refused(node, provider.bearer(c -> c.audience((String) null)), "no audience");
            refused(node, provider.bearer(c -> c.expirationTime(null)), "no end");
            refused(node, provider.bearer(c -> c.expirationTime(in(-300))), "expired");
            refused(node, provider.bearer(c -> c.notBeforeTime(in(300))), "not yet");
            node.setClock(Instant.now());
            assertThat(look(node, provider.bearer(c -> c.expirationTime(in(-5))))
                            .status())
                    .as("clocks differ a little")
                    .isEqualTo(200);
            assertThat(look(node, provider.bearer(c -> c.audience(List.of("others", "baton-api"))))
                            .status())
                    .isEqualTo(200);
        }
    }

    private static Date in(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    private static void refused(TestNode node, String bearer, String why) throws Exception {
        assertThat(look(node, bearer).status()).as(why).isIn(401, 429);
    }

    @Test
    void noOtherAlgorithmIsTaken() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider.issuer()))) {
            String good = provider.bearer(c -> c);
            assertThat(look(node, good).status()).isEqualTo(200);
            JWTClaimsSet claims = SignedJWT.parse(good).getJWTClaimsSet();
            refused(node, new PlainJWT(claims).serialize(), "unsigned");
            refused(node, good.substring(0, good.lastIndexOf('.') + 1), "signature cut off");
            SignedJWT shared = new SignedJWT(header(JWSAlgorithm.HS256, provider), claims);
            shared.sign(
                    new MACSigner(provider.key().toPublicJWK().toRSAPublicKey().getEncoded()));
            refused(node, shared.serialize(), "the public key as a shared one");
            SignedJWT longer = new SignedJWT(header(JWSAlgorithm.RS512, provider), claims);
            longer.sign(new RSASSASigner(provider.key()));
            refused(node, longer.serialize(), "the right key, an algorithm that is not listed");
            provider.rotate();
            SignedJWT forged = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(SignedJWT.parse(good).getHeader().getKeyID())
                            .build(),
                    claims);
            forged.sign(new RSASSASigner(provider.key()));
            refused(node, forged.serialize(), "another key under the name of the right one");
        }
    }

    @Test
    void whatIsHardlyATokenIsAWrongOne() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider.issuer()))) {
            String claims = provider.bearer(c -> c).split("\\.", -1)[1];
            List<String> codes = new java.util.ArrayList<>();
            for (String header : List.of(
                    "null",
                    "{}",
                    "[]",
                    "7",
                    "",
                    "{\"alg\":null}",
                    "{\"alg\":7}",
                    "{\"alg\":\"RS256\",\"crit\":[null]}")) {
                for (String body : List.of("e30", "bnVsbA", claims, "")) {
                    String token = com.nimbusds.jose.util.Base64URL.encode(header) + "." + body + ".AA";
                    refused(node, token, token);
                    codes.add(look(node, token).code());
                }
            }
            assertThat(codes).as("bounded like other wrong ones").contains("too_many_requests");
        }
    }

    private static JWSHeader header(JWSAlgorithm algorithm, TestProvider provider) {
        return new JWSHeader.Builder(algorithm).keyID(provider.key().getKeyID()).build();
    }

    @Test
    void expiryEndsWhatATokenMay() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider.issuer()))) {
            String bearer = provider.bearer(c -> c);
            assertThat(look(node, bearer).status()).isEqualTo(200);
            node.setClock(Instant.now().plusSeconds(3_600));
            refused(node, bearer, "expired by now");
        }
    }

    @Test
    void aNewKeyIsFetchedAndMadeUpOnesAreNot() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider.issuer()))) {
            String old = provider.bearer(c -> c);
            assertThat(look(node, old).status()).isEqualTo(200);
            provider.rotate();
            String next = provider.bearer(c -> c);
            Awaitility.await()
                    .atMost(TestPatience.LONGEST_WAIT)
                    .untilAsserted(() -> assertThat(look(node, next).status()).isEqualTo(200));
            refused(node, old, "its key is gone");
            int reads = provider.keyReads();
            provider.rotate(); // not what is asked for below: that names keys that never were
            for (int i = 0; i < 50; i++) {
                refused(node, old.replaceFirst("^[^.]+", made(i)), "a key that never was");
            }
            assertThat(provider.keyReads() - reads)
                    .as("strangers have the provider asked")
                    .isLessThan(10);
        }
    }

    private static String made(int number) {
        return new JWSHeader.Builder(JWSAlgorithm.RS256)
                .keyID("made up " + number)
                .build()
                .toBase64URL()
                .toString();
    }

    @Test
    void aProviderThatIsAwayOrHangsHoldsUpNobodyElse() throws Exception {
        String nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = "http://127.0.0.1:" + socket.getLocalPort();
        }
        try (TestProvider provider = new TestProvider();
                TestNode away = new TestNode(settings(nobody))) {
            provider.hang();
            try (TestNode hanging = new TestNode(settings(provider.issuer()))) {
                for (TestNode node : List.of(away, hanging)) {
                    assertThat(look(node, TOKEN).status()).isEqualTo(200);
                    Reply reply = look(node, provider.bearer(c -> c));
                    assertThat(reply.status()).isEqualTo(503);
                    assertThat(reply.code()).isEqualTo("openid_unavailable");
                }
                List<Thread> waiting = new java.util.ArrayList<>();
                for (int i = 0; i < 30; i++) { // more than the node has threads
                    Thread thread = new Thread(() -> ask(hanging, provider));
                    thread.start();
                    waiting.add(thread);
                }
                assertThat(look(hanging, TOKEN).status()).isEqualTo(200);
                for (Thread thread : waiting) {
                    thread.join();
                }
            }
        }
    }

    private static void ask(TestNode node, TestProvider provider) {
        try {
            look(node, provider.bearer(c -> c));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aClaimNarrowsWhatGroupsGive() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider.issuer(), "scope_claim = 'baton.scope'"))) {
            String narrow = provider.bearer(
                    c -> c.claim("baton", java.util.Map.of("scope", "queue:mail* target:t1 other:words role:r1")));
            assertThat(look(node, "/v1/session", narrow).body())
                    .contains("\"queues\":[\"mail*\"]", "\"targets\":[\"t1\"]", "\"roles\":[\"r1\"]");
            assertThat(pause(node, "mail-1", narrow).status()).isEqualTo(200);
            assertThat(pause(node, "default", narrow).code()).isEqualTo("out_of_scope");
            assertThat(look(node, "/metrics", narrow).code()).isEqualTo("out_of_scope");
            String without = provider.bearer(c -> c);
            assertThat(pause(node, "default", without).code())
                    .as("a claim that is missing lifts no bounds")
                    .isEqualTo("out_of_scope");
            assertThat(look(node, "/metrics", without).code()).isEqualTo("out_of_scope");
        }
    }

    @Test
    void whoHasNoSuchClaimHasEverythingWhereTheOwnerSaysSo() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(
                        provider.issuer(), "scope_claim = 'baton.scope'\nscope_claim_missing = 'everything'"))) {
            assertThat(pause(node, "default", provider.bearer(c -> c)).status()).isEqualTo(200);
            String narrow = provider.bearer(c -> c.claim("baton", java.util.Map.of("scope", "queue:mail")));
            assertThat(pause(node, "default", narrow).code()).isEqualTo("out_of_scope");
        }
    }

    private static Reply pause(TestNode node, String queue, String bearer) throws Exception {
        return node.send(node.request("/v1/queues/" + queue + "/pause")
                .header("Authorization", "Bearer " + bearer)
                .POST(java.net.http.HttpRequest.BodyPublishers.noBody()));
    }
}
