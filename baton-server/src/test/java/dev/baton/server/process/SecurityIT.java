package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.KeyTool;
import dev.baton.server.crypto.Secrets;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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
