package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.openid.TestProvider;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** People who sign in to the dashboard with a provider, and those who would like to be taken for them. */
@Timeout(180)
class ProviderSignInTest {

    private static final String CALLBACK = "/v1/session/openid/callback";

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @TempDir
    private Path folder;

    private String settings(TestProvider provider) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), TestProvider.SECRET + "\n");
        return """
                [security.openid]
                issuer = '%s'
                audience = 'baton-api'
                client_id = 'baton'
                client_secret_file = '%s'
                url = 'https://baton.example.org/'
                [[security.openid.groups]]
                group = 'operators'
                role = 'operator'
                """.formatted(provider.issuer(), secret);
    }

    /** A browser on its way: where it was sent, and the ticket that it was given. */
    private record Way(Map<String, String> query, String ticket) {

        static Way begin(TestNode node) throws Exception {
            Reply reply = node.get("/v1/session/openid");
            assertThat(reply.status()).as(reply.body()).isEqualTo(303);
            return new Way(
                    TestProvider.fields(URI.create(header(reply, "Location")).getRawQuery()),
                    cookie(reply, "baton_sign_in"));
        }

        Reply comeBack(TestNode node, String code) throws Exception {
            return comeBack(node, code, query.get("state"), ticket);
        }

        static Reply comeBack(TestNode node, String code, String state, String ticket) throws Exception {
            return node.send(node.request(CALLBACK + "?code=" + code + "&state=" + state)
                    .header("Cookie", "baton_sign_in=" + ticket));
        }
    }

    private static String header(Reply reply, String name) {
        return reply.response().headers().firstValue(name).orElseThrow();
    }

    private static String cookie(Reply reply, String name) {
        return reply.response().headers().allValues("Set-Cookie").stream()
                .filter(one -> one.startsWith(name + "="))
                .map(one -> one.substring(name.length() + 1, one.indexOf(';')))
                .findFirst()
                .orElseThrow();
    }

    private static Reply with(TestNode node, String path, String session) throws Exception {
        return node.send(node.request(path).header("Cookie", "baton_session=" + session));
    }

    @Test
    void onePersonSignsInLooksAroundAndSignsOut() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider), url);
                TestNode other = new TestNode(settings(provider), url)) {
            assertThat(node.get("/v1/session/ways").body()).contains("/v1/session/openid");
            Way way = Way.begin(node);
            assertThat(way.query())
                    .containsEntry("redirect_uri", "https://baton.example.org" + CALLBACK)
                    .containsEntry("response_type", "code")
                    .containsEntry("code_challenge_method", "S256")
                    .containsEntry("scope", "openid profile");
            Reply back = way.comeBack(other, provider.approve(way.query())); // behind a proxy
            assertThat(back.status()).as(back.body()).isEqualTo(303);
            assertThat(header(back, "Location")).isEqualTo("/");
            assertThat(cookie(back, "baton_sign_in")).isEmpty();
            String session = cookie(back, "baton_session");

            Reply who = with(node, "/v1/session", session);
            assertThat(who.body()).contains("openid:alice", "operator", "csrfToken");
            assertThat(with(node, "/v1/audit", session).status()).isEqualTo(403);
            assertThat(with(node, "/v1/leaders", session).status()).isEqualTo(200);

            Reply out = node.send(node.request("/v1/session/end")
                    .header("Cookie", "baton_session=" + session)
                    .header("X-CSRF-Token", who.json().path("csrfToken").asString())
                    .POST(BodyPublishers.noBody()));
            assertThat(out.body()).contains(provider.issuer() + "/end", "baton.example.org");
            assertThat(with(other, "/v1/leaders", session).status()).isEqualTo(401);
        }
    }

    @Test
    void whatBelongsToAnotherSignInIsRefused() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider), url)) {
            Way mine = Way.begin(node);
            Way theirs = Way.begin(node);
            String code = provider.approve(mine.query());
            page(Way.comeBack(node, code, mine.query().get("state"), theirs.ticket()), 401, "another sign-in");
            page(Way.comeBack(node, code, "", mine.ticket()), 401, "another sign-in");
            page(Way.comeBack(node, code, mine.query().get("state"), ""), 401, "has not begun");
            page(Way.comeBack(node, code, mine.query().get("state"), mine.ticket() + "x"), 401, "has not begun");
            page(theirs.comeBack(node, code), 401, "did not confirm"); // the challenge was another
            page(mine.comeBack(node, code), 401, "did not confirm"); // a code is good for once
            assertThat(node.get(CALLBACK + "?error=access_denied").body())
                    .contains("did not sign you in (access_denied)");
            assertThat(node.get(CALLBACK + "?error=%3Cscript%3E").body()).doesNotContain("<script>");
        }
    }

    private static void page(Reply reply, int status, String words) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(header(reply, "Content-Type")).startsWith("text/html");
        assertThat(reply.body()).contains("<h1>", words);
        assertThat(reply.response().headers().allValues("Set-Cookie"))
                .noneMatch(one -> one.startsWith("baton_session"));
    }

    @Test
    void anIdentityTokenMustBeForThisSignIn() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider), url)) {
            provider.alterIdTokens(claims -> claims.claim("nonce", "another"));
            page(signIn(provider, node), 401, "another sign-in");
            provider.alterIdTokens(claims -> claims.claim("nonce", null));
            page(signIn(provider, node), 401, "another sign-in");
            provider.alterIdTokens(claims -> claims.audience("baton-api"));
            page(signIn(provider, node), 401, "does not hold");
            provider.alterIdTokens(claims -> claims.audience(List.of("baton", "others")));
            page(signIn(provider, node), 401, "another sign-in");
            provider.alterIdTokens(claims -> claims.issuer("https://elsewhere.example"));
            page(signIn(provider, node), 401, "does not hold");
            provider.alterIdTokens(claims -> claims);
            assertThat(signIn(provider, node).status()).isEqualTo(303);
        }
    }

    private static Reply signIn(TestProvider provider, TestNode node) throws Exception {
        Way way = Way.begin(node);
        return way.comeBack(node, provider.approve(way.query()));
    }

    @Test
    void whoTakesTooLongBeginsAgain() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider), url)) {
            Way way = Way.begin(node);
            node.setClock(Instant.now().plusSeconds(11 * 60));
            page(way.comeBack(node, provider.approve(way.query())), 401, "10 minutes");
        }
    }

    @Test
    void whoIsInNoGroupIsToldSoOnAPage() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider), url)) {
            provider.alterIdTokens(
                    claims -> claims.claim("groups", List.of("guests")).claim("preferred_username", "<b>bob</b>"));
            Reply reply = signIn(provider, node);
            page(reply, 403, "none of the groups");
            assertThat(reply.body()).contains("&lt;b&gt;bob").doesNotContain("<b>bob");
        }
    }

    @Test
    void nobodyRaisesHimselfByHisCookie() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider), url)) {
            String[] mine = cookie(signIn(provider, node), "baton_session").split("\\.");
            String told = new String(Base64.getUrlDecoder().decode(mine[1]), StandardCharsets.UTF_8);
            String raised = Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(told.replace("alice", "admin").getBytes(StandardCharsets.UTF_8));
            assertThat(with(node, "/v1/leaders", String.join(".", mine)).status())
                    .isEqualTo(200);
            assertThat(with(node, "/v1/leaders", mine[0] + "." + raised + "." + mine[2])
                            .status())
                    .isEqualTo(401);
            String key = dev.baton.server.crypto.Secrets.hmac(TestProvider.SECRET, "baton openid sessions");
            String mark = dev.baton.server.crypto.Secrets.hmac(key, "baton openid session " + mine[0] + " " + raised);
            assertThat(with(node, "/v1/leaders", mine[0] + "." + raised + "." + mark)
                            .status())
                    .as("also not with the client's secret: the row is another's")
                    .isEqualTo(401);
        }
    }

    @Test
    void whomTheProviderBoundsIsBoundedInHisSession() throws Exception {
        String settings = "[security.openid]\nscope_claim = 'reach'";
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider).replace("[security.openid]", settings), url)) {
            provider.alterIdTokens(claims -> claims.claim("reach", "queue:mail target:t1 role:r1"));
            String session = cookie(signIn(provider, node), "baton_session");
            assertThat(with(node, "/v1/session", session).body())
                    .contains("\"queues\":[\"mail\"]", "\"targets\":[\"t1\"]", "\"roles\":[\"r1\"]");
            assertThat(with(node, "/metrics", session).code()).isEqualTo("out_of_scope");
            assertThat(with(node, "/v1/leaders/r2", session).code()).isEqualTo("out_of_scope");
        }
    }

    @Test
    void groupsAndSecretChangeWithoutARestart() throws Exception {
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(settings(provider), url)) {
            String session = cookie(signIn(provider, node), "baton_session");
            node.reconfigure(settings(provider).replace("'operator'", "'viewer'"));
            assertThat(with(node, "/v1/session", session).body())
                    .contains("viewer")
                    .doesNotContain("operator");
            String settings = settings(provider).replace("'operators'", "'others'");
            node.reconfigure(settings);
            assertThat(with(node, "/v1/leaders", session).status()).isEqualTo(403);
            Files.writeString(folder.resolve("secret"), "another secret");
            node.node().configuration().reload();
            assertThat(with(node, "/v1/leaders", session).status())
                    .as("sessions end with the client's secret")
                    .isEqualTo(401);
        }
    }
}
