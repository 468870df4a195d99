package dev.baton.server.openid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Json;
import dev.baton.testkit.TestPatience;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Against a real Keycloak, which {@code .ci/with-keycloak} starts: its form, its tokens, its keys. */
@Timeout(300)
@EnabledIfEnvironmentVariable(
        named = "BATON_TEST_KEYCLOAK_URL",
        matches = ".+",
        disabledReason = "there is no Keycloak: .ci/with-keycloak starts one")
class KeycloakTest {

    private static final String TOKEN = "static-token-0123456789";
    private static final String DASHBOARD = "http://127.0.0.1:18099";
    private static final Pattern FORM = Pattern.compile("<form[^>]*action=\"([^\"]+)\"");

    private final String keycloak = System.getenv("BATON_TEST_KEYCLOAK_URL");
    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private String settings() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "keycloak-client-secret");
        return """
                [[security.tokens]]
                name = 'static'
                sha256 = '%s'
                [security.openid]
                issuer = '%s/realms/baton'
                audience = 'baton-api'
                client_id = 'baton'
                client_secret_file = '%s'
                url = '%s'
                [[security.openid.groups]]
                group = 'baton-operators'
                role = 'operator'
                [[security.openid.groups]]
                group = 'baton-viewers'
                role = 'viewer'
                """.formatted(Secrets.sha256(TOKEN), keycloak, secret, DASHBOARD);
    }

    @Test
    void aPersonSignsInByTheForm() throws Exception {
        try (TestNode node = new TestNode(settings())) {
            Reply back = signIn(node, "olga");
            assertThat(back.status()).as(back.body()).isEqualTo(303);
            String session = back.response().headers().allValues("Set-Cookie").stream()
                    .filter(cookie -> cookie.startsWith("baton_session="))
                    .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
                    .findFirst()
                    .orElseThrow();
            Reply who = node.send(node.request("/v1/session").header("Cookie", session));
            assertThat(who.body()).contains("openid:olga", "operator");
            Reply out = node.send(node.request("/v1/session/end")
                    .header("Cookie", session)
                    .header("X-CSRF-Token", who.json().path("csrfToken").asString())
                    .POST(BodyPublishers.noBody()));
            URI provider = URI.create(out.json().path("provider").asString());
            assertThat(http.send(HttpRequest.newBuilder(provider).build(), BodyHandlers.ofString())
                            .statusCode())
                    .as("Keycloak refuses neither the client nor the way back")
                    .isIn(200, 302);
            assertThat(node.send(node.request("/v1/session").header("Cookie", session))
                            .status())
                    .isEqualTo(401);
        }
    }

    @Test
    void whoIsInNoGroupReadsAPage() throws Exception {
        try (TestNode node = new TestNode(settings())) {
            Reply back = signIn(node, "gus");
            assertThat(back.status()).isEqualTo(403);
            assertThat(back.body()).contains("known as gus", "none of the groups");
        }
    }

    @Test
    void groupsOfBearersBecomeRoles() throws Exception {
        try (TestNode node = new TestNode(settings())) {
            assertThat(look(node, "/v1/session", person("olga")).body()).contains("openid:olga", "operator");
            assertThat(look(node, "/v1/session", person("vera")).body()).contains("openid:vera", "viewer");
            assertThat(look(node, "/v1/session", robot()).body()).contains("openid:service-account-robot", "viewer");
            assertThat(look(node, "/v1/leaders", person("gus")).status()).isEqualTo(403);
            assertThat(look(node, "/v1/leaders", administrator()).status())
                    .as("of another realm")
                    .isEqualTo(401);
            assertThat(look(node, "/v1/leaders", TOKEN).status()).isEqualTo(200);
        }
    }

    @Test
    void keysAreRotated() throws Exception {
        try (TestNode node = new TestNode(settings())) {
            String before = robot();
            assertThat(look(node, "/v1/leaders", before).status()).isEqualTo(200);
            String component = """
                    {"name": "newer", "providerId": "rsa-generated", "providerType": "org.keycloak.keys.KeyProvider",
                     "config": {"priority": ["%d"], "enabled": ["true"], "active": ["true"], "algorithm": ["RS256"]}}""".formatted(System.currentTimeMillis() / 1000);
            HttpResponse<String> made = http.send(
                    HttpRequest.newBuilder(URI.create(keycloak + "/admin/realms/baton/components"))
                            .header("Authorization", "Bearer " + administrator())
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(component))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
            String after = robot();
            assertThat(kid(after)).isNotEqualTo(kid(before));
            Awaitility.await()
                    .atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> look(node, "/v1/leaders", after).status() == 200);
            assertThat(look(node, "/v1/leaders", before).status())
                    .as("the older key is still listed")
                    .isEqualTo(200);
        }
    }

    private static String kid(String jwt) throws Exception {
        return com.nimbusds.jwt.SignedJWT.parse(jwt).getHeader().getKeyID();
    }

    private static Reply look(TestNode node, String path, String bearer) throws Exception {
        return node.send(node.request(path).header("Authorization", "Bearer " + bearer));
    }

    private String person(String name) throws Exception {
        return token(
                "baton",
                Map.of(
                        "grant_type",
                        "password",
                        "client_id",
                        "robot",
                        "client_secret",
                        "robot-secret",
                        "username",
                        name,
                        "password",
                        name + "-secret",
                        "scope",
                        "openid"));
    }

    private String robot() throws Exception {
        return token(
                "baton",
                Map.of("grant_type", "client_credentials", "client_id", "robot", "client_secret", "robot-secret"));
    }

    private String administrator() throws Exception {
        return token(
                "master",
                Map.of(
                        "grant_type",
                        "password",
                        "client_id",
                        "admin-cli",
                        "username",
                        "admin",
                        "password",
                        System.getenv("BATON_TEST_KEYCLOAK_ADMIN")));
    }

    private String token(String realm, Map<String, String> form) throws Exception {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(keycloak + "/realms/" + realm + "/protocol/openid-connect/token"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form(form)))
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Json.parse(response.body().getBytes(StandardCharsets.UTF_8))
                .path("access_token")
                .asString();
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** As a browser does it, from our page over Keycloak's form and back. */
    private Reply signIn(TestNode node, String name) throws Exception {
        Reply begun = node.get("/v1/session/openid");
        assertThat(begun.status()).as(begun.body()).isEqualTo(303);
        String ticket = begun.response().headers().firstValue("Set-Cookie").orElseThrow();
        URI provider =
                URI.create(begun.response().headers().firstValue("Location").orElseThrow());
        Map<String, String> cookies = new LinkedHashMap<>();
        HttpResponse<String> page = browse(HttpRequest.newBuilder(provider), cookies);
        Matcher action = FORM.matcher(page.body());
        assertThat(action.find()).as(page.body()).isTrue();
        HttpResponse<String> sent = browse(
                HttpRequest.newBuilder(URI.create(action.group(1).replace("&amp;", "&")))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form(Map.of("username", name, "password", name + "-secret")))),
                cookies);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(302);
        String back = sent.headers().firstValue("Location").orElseThrow();
        assertThat(back).startsWith(DASHBOARD + "/v1/session/openid/callback?");
        return node.send(node.request(back.substring(DASHBOARD.length()))
                .header("Cookie", ticket.substring(0, ticket.indexOf(';'))));
    }

    private HttpResponse<String> browse(HttpRequest.Builder request, Map<String, String> cookies) throws Exception {
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        for (String cookie : response.headers().allValues("Set-Cookie")) {
            String[] pair = cookie.split(";")[0].split("=", 2);
            cookies.put(pair[0], pair[1]);
        }
        return response;
    }
}
