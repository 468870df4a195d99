package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.KeyTool;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Keys that are exchanged while a node runs, and callers that are known by a certificate. */
@Timeout(180)
class TlsTest {

    @TempDir
    private Path folder;

    private int management;

    @BeforeEach
    void findAPort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            management = free.getLocalPort();
        }
    }

    private Configuration configuration(String more) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), KeyTool.PASSWORD + "\n");
        Path toml = Files.writeString(
                folder.resolve("baton.toml"), """
                [server]
                port = 0
                [security]
                tls_key_store = '%s'
                tls_password_file = '%s'
                """.formatted(folder.resolve("keys.p12"), password) + more);
        return new ConfigReader(
                        Map.of(),
                        Map.of(
                                "database.url",
                                "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                                "node.id",
                                "n1",
                                "server.management_port",
                                Integer.toString(management)))
                .read(Optional.of(toml));
    }

    private static Certificate shownBy(URI url) throws Exception {
        SSLContext context = KeyTool.client(Optional.empty());
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(url.getHost(), url.getPort())) {
            socket.setSoTimeout((int) TestPatience.LONGEST_WAIT.toMillis());
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    @Test
    void keysAreReadAgain() throws Exception {
        Path keys = KeyTool.key(folder.resolve("keys.p12"), "CN=first");
        Path next = KeyTool.key(folder.resolve("next.p12"), "CN=second");
        Certificate first = KeyTool.certificate(keys);
        Certificate second = KeyTool.certificate(next);
        Configuration configuration = configuration("");
        Serve.runForVisit(configuration, url -> {
            assertThat(shownBy(url)).isEqualTo(first);
            Files.writeString(keys, "half of a file");
            assertThatThrownBy(() -> TlsKeys.read(configuration.security().tls().orElseThrow()))
                    .hasMessageContaining("security.tls_key_store", "cannot be read");
            Path good = Files.copy(next, folder.resolve("good.p12"));
            assertThat(shownBy(url)).as("what is no key store changes nothing").isEqualTo(first);
            Files.move(good, keys, StandardCopyOption.REPLACE_EXISTING);
            for (URI one : List.of(url, URI.create("https://127.0.0.1:" + management))) {
                Awaitility.await()
                        .atMost(TestPatience.LONGEST_WAIT)
                        .untilAsserted(() -> assertThat(shownBy(one)).isEqualTo(second));
            }
        });
    }

    @Test
    void callersAreKnownByCertificatesThatAreTrusted() throws Exception {
        KeyTool.key(folder.resolve("keys.p12"), "CN=localhost");
        Path robot = KeyTool.key(folder.resolve("robot.p12"), "CN=robot, O=Example");
        Path forged = KeyTool.key(folder.resolve("forged.p12"), "CN=robot, O=Example");
        Path other = KeyTool.key(folder.resolve("other.p12"), "CN=other, O=Example");
        Path trusted = KeyTool.storeTrusting(folder.resolve("clients.p12"), robot, other);
        Configuration configuration = configuration("""
                tls_client_store = '%s'
                tls_client_password_file = '%s'
                [[security.certificates]]
                name = 'robot'
                subject = 'cn=robot,o=example'
                role = 'operator'
                queues = ['mine']
                """.formatted(trusted, folder.resolve("password")));
        Serve.runForVisit(configuration, url -> {
            assertThat(status(url, "/v1/queues", Optional.of(robot))).isEqualTo(200);
            assertThat(status(url, "/v1/audit", Optional.of(robot))).isEqualTo(403);
            assertThat(status(url, "/v1/queues", Optional.of(other)))
                    .as("trusted, and nobody")
                    .isEqualTo(401);
            assertThat(status(url, "/v1/queues", Optional.empty())).isEqualTo(401);
            assertThat(status(url, "/healthz", Optional.empty())).isEqualTo(200);
            assertThatThrownBy(() -> status(url, "/v1/queues", Optional.of(forged)))
                    .as("the same name, signed by nobody")
                    .isInstanceOf(IOException.class);
            assertThat(pause(url, robot, "https://evil.example")).isEqualTo(403);
            assertThat(pause(url, robot, url.toString().replaceAll("/$", ""))).isEqualTo(200);

            KeyTool.storeTrusting(folder.resolve("clients.p12"), other);
            Awaitility.await().atMost(TestPatience.LONGEST_WAIT).until(() -> isRefused(url, robot));
        });
    }

    /** A proxy that passes connections on speaks before TLS does, and who comes through it is not somebody on this machine. */
    @Test
    void aProxyHeaderComesBeforeTls() throws Exception {
        KeyTool.key(folder.resolve("keys.p12"), "CN=localhost");
        Configuration configuration = configuration("trusted_proxies = ['127.0.0.1']\nproxy_protocol = true\n");
        Serve.runForVisit(configuration, url -> {
            String header = "PROXY TCP4 127.0.0.9 127.0.0.1 5000 443\r\n";
            assertThat(throughProxy(url, header, "/healthz")).startsWith("HTTP/1.1 200");
            assertThat(throughProxy(url, header, "/v1/leaders")).startsWith("HTTP/1.1 401");
            assertThatThrownBy(() -> throughProxy(url, "", "/healthz")).isInstanceOf(IOException.class);
        });
    }

    private static String throughProxy(URI url, String header, String path) throws Exception {
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
            plain.setSoTimeout((int) TestPatience.LONGEST_WAIT.toMillis());
            plain.getOutputStream().write(header.getBytes(StandardCharsets.US_ASCII));
            SSLContext context = KeyTool.client(Optional.empty());
            try (Socket tls = context.getSocketFactory().createSocket(plain, "localhost", url.getPort(), false)) {
                tls.getOutputStream()
                        .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                return new String(tls.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    private static boolean isRefused(URI url, Path key) throws Exception {
        try {
            return status(url, "/v1/queues", Optional.of(key)) == 401;
        } catch (IOException e) {
            return true;
        }
    }

    private static int status(URI url, String path, Optional<Path> key) throws Exception {
        HttpClient client =
                HttpClient.newBuilder().sslContext(KeyTool.client(key)).build();
        return client.send(HttpRequest.newBuilder(url.resolve(path)).build(), BodyHandlers.ofString())
                .statusCode();
    }

    private static int pause(URI url, Path key, String origin) throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .sslContext(KeyTool.client(Optional.of(key)))
                .build();
        return client.send(
                        HttpRequest.newBuilder(url.resolve("/v1/queues/mine/pause"))
                                .header("Origin", origin)
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }
}
