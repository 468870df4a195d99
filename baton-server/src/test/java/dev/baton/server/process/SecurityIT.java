package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.baton.server.KeyTool;
import dev.baton.server.crypto.Secrets;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that listens beyond loopback, as it would in a data centre. */
class SecurityIT {

    private static final String TOKEN = "a-token-of-an-operator";

    @TempDir
    private Path folder;

    private HttpClient client;
    private int port;

    private HttpResponse<String> get(String scheme, String path, String token)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(scheme + "://127.0.0.1:" + port + path));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void aCommandSaysSoBeforeItSendsATokenInTheClear() throws Exception {
        try (BatonProcess said =
                BatonProcess.run(1, Map.of("BATON_TOKEN", TOKEN), "leaders", "--server", "http://baton.invalid:1")) {
            assertThat(said.err()).contains("baton.invalid over plain http").doesNotContain(TOKEN);
        }
    }

    /** Whoever is trusted, and is not who is called, is handed no intent, no webhook and no notice. */
    @Test
    void nothingIsHandedToWhoeverCannotProveTheNameThatIsCalled() throws Exception {
        Path other = KeyTool.key(folder.resolve("other.p12"), "CN=elsewhere", "dns:elsewhere.example");
        Path trusted = KeyTool.storeTrusting(folder.resolve("trusted.p12"), other);
        List<Elsewhere> three = List.of(new Elsewhere(other), new Elsewhere(other), new Elsewhere(other));
        Path toml = Files.writeString(folder.resolve("baton.toml"), """
                [gateways.g]
                type = 'http'
                url = '%s'
                [targets.t]
                gateway = 'g'
                policy = 'max_attempts'
                max_attempts = 2
                retry_delay = '100ms'
                webhook = '%s'
                webhook_unsigned = true
                [notifiers.hook]
                type = 'webhook'
                url = '%s'
                [[alerts]]
                name = 'always'
                condition = 'sum(baton_leader_is_leader) > -1'
                notify = ['hook']
                """.formatted(
                        three.stream().map(Elsewhere::url).toArray()));
        Map<String, String> trusting = Map.of(
                "JAVA_TOOL_OPTIONS",
                "-Djavax.net.ssl.trustStore=" + trusted + " -Djavax.net.ssl.trustStorePassword=" + KeyTool.PASSWORD);
        String database = "jdbc:h2:mem:" + UUID.randomUUID();
        try (BatonProcess node =
                BatonProcess.serve(trusting, "--config", toml.toString(), "--db", database, "--port", "0")) {
            node.post("/v1/intents", "{\"intentId\": \"i\", \"submissionTarget\": \"t\"}");
            for (Elsewhere one : three) { // who comes again was not content with the first time
                await().atMost(TestPatience.LONGEST_WAIT).until(() -> one.met.get() > 1 || one.handed.get() > 0);
            }
            assertThat(three).extracting(one -> one.handed.get()).containsExactly(0, 0, 0);
        } finally {
            three.forEach(one -> one.server.stop(0));
        }
    }

    /** Somebody on this machine whose certificate is for another. */
    private static final class Elsewhere {
        private final AtomicInteger met = new AtomicInteger();
        private final AtomicInteger handed = new AtomicInteger();
        private final HttpsServer server;

        Elsewhere(Path key) throws Exception {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(KeyTool.server(key)) {
                @Override
                public void configure(HttpsParameters parameters) {
                    met.incrementAndGet();
                }
            });
            server.createContext("/", exchange -> {
                handed.incrementAndGet();
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            server.start();
        }

        String url() {
            return "https://127.0.0.1:" + server.getAddress().getPort() + "/";
        }
    }

    @Test
    void speaksTlsAsksForTokensAndSlowsDownWhoAsksTooOften() throws Exception {
        Path keys = KeyTool.key(folder.resolve("keys.p12"), "CN=localhost");
        Path toml = Files.writeString(folder.resolve("baton.toml"), """
                [server]
                bind = "0.0.0.0"
                [security]
                tls_key_store = "%s"
                tls_password_file = "%s"
                requests_per_second = 5
                [[security.tokens]]
                name = "ops"
                role = "admin"
                sha256 = "%s"
                """.formatted(
                        keys, Files.writeString(folder.resolve("password"), KeyTool.PASSWORD), Secrets.sha256(TOKEN)));
        client = HttpClient.newBuilder().sslContext(KeyTool.trusting(keys)).build();
        String database = "jdbc:h2:mem:" + UUID.randomUUID();
        try (BatonProcess node = BatonProcess.serve("--config", toml.toString(), "--db", database, "--port", "0")) {
            port = node.port();
            HttpResponse<String> health = get("https", "/healthz", "");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.headers().firstValue("Strict-Transport-Security")).isPresent();
            assertThat(get("https", "/v1/leaders", "").statusCode()).isEqualTo(401);
            assertThat(get("https", "/v1/audit", TOKEN).statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> get("http", "/healthz", "")).isInstanceOf(IOException.class);

            List<HttpResponse<String>> many = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                many.add(get("https", "/v1/leaders", TOKEN));
            }
            assertThat(many).anyMatch(answer -> answer.statusCode() == 200);
            assertThat(many)
                    .filteredOn(answer -> answer.statusCode() == 429)
                    .isNotEmpty()
                    .allMatch(
                            answer -> answer.headers().firstValue("Retry-After").isPresent());
            assertThat(get("https", "/healthz", "").statusCode())
                    .as("probes are never slowed down")
                    .isEqualTo(200);
            assertThat(node.terminate()).isZero();
            assertThat(node.out() + node.err()).doesNotContain(TOKEN, KeyTool.PASSWORD);
        }
    }
}
