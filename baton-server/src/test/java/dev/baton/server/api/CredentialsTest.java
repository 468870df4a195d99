package dev.baton.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.http.Json;
import dev.baton.submissions.gateway.Credential;
import dev.baton.submissions.gateway.TimedSignature;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What gateways and webhooks are shown is named in the configuration, read from files, and stands nowhere else. */
class CredentialsTest {

    private static final List<String> SECRETS = List.of("first-secret", "second-secret");
    private static final String SETTINGS = """
            [credentials.token]
            type = 'bearer'
            file = 'FOLDER/secret'
            [credentials.login]
            type = 'basic'
            user = 'baton'
            file = 'FOLDER/secret'
            [credentials.key]
            type = 'header'
            header = 'X-Api-Key'
            file = 'FOLDER/secret'
            [credentials.signature]
            type = 'hmac'
            file = 'FOLDER/secret'
            """;

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final Map<String, BlockingQueue<Received>> received = new ConcurrentHashMap<>();
    private HttpServer receiver;

    @TempDir
    private Path folder;

    /** A request as it came. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Received(Map<String, List<String>> headers, byte[] body) {

        String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::receive);
        receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            Received request = new Received(
                    Map.copyOf(exchange.getRequestHeaders()),
                    exchange.getRequestBody().readAllBytes());
            queue(exchange.getRequestURI().getPath()).add(request);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            byte[] answer = "{\"status\": \"accepted\"}".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private BlockingQueue<Received> queue(String path) {
        return received.computeIfAbsent(path, any -> new LinkedBlockingQueue<>());
    }

    /** Waits for a request like this; those of before may have been sent twice. */
    private void await(String path, Predicate<Received> like) throws InterruptedException {
        Received request;
        do {
            request = queue(path).poll(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(request).as(path).isNotNull();
        } while (!like.test(request));
    }

    private String settings() {
        StringBuilder toml = new StringBuilder(SETTINGS.replace("FOLDER", folder.toString()));
        String base = "http://127.0.0.1:" + receiver.getAddress().getPort();
        for (String name : List.of("token", "login", "key", "signature")) {
            toml.append(
                    "[gateways.%1$s]%ntype = 'http'%nurl = '%2$s/%1$s'%ncredential = '%1$s'%n".formatted(name, base));
            toml.append(
                    "[targets.%1$s]%ngateway = '%1$s'%npolicy = 'max_attempts'%nmax_attempts = 20%nretry_delay = '100ms'%n"
                            .formatted(name));
        }
        toml.append("webhook = '" + base + "/signed'\nwebhook_credential = 'signature'\n");
        toml.append("[targets.told]\ngateway = 'token'\npolicy = 'max_attempts'\nmax_attempts = 20\nwebhook = '" + base
                + "/told'\nwebhook_credential = 'login'\nwebhook_unsigned = true\n");
        return toml.toString();
    }

    private static void submit(TestNode node, String target) throws Exception {
        String id = target + UUID.randomUUID();
        Reply reply = node.post(
                "/v1/intents?waitSeconds=30",
                "{\"intentId\": \"" + id + "\", \"submissionTarget\": \"" + target + "\"}");
        assertThat(reply.status()).isEqualTo(200);
    }

    @Test
    void areShownToFarSidesAndChangeWithTheirFiles() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "first-secret\n");
        try (TestNode node = new TestNode(settings(), url)) {
            everyCallShows(node, "first-secret");

            Files.writeString(secret, "second-secret");
            node.reconfigure(settings());
            everyCallShows(node, "second-secret");

            Files.delete(secret);
            node.reconfigure(settings());
            everyCallShows(node, "second-secret");

            node.reconfigure("");
            everyCallShows(node, "second-secret");

            String all = wholeDatabase()
                    + Json.text(node.node().configuration().effective())
                    + node.node().configuration();
            assertThat(all).contains("\"credential\":\"token\"").doesNotContain(SECRETS);
        }
    }

    private void everyCallShows(TestNode node, String secret) throws Exception {
        for (String target : List.of("token", "login", "key", "signature", "told")) {
            submit(node, target);
        }
        String basic = Credential.basic("baton", secret).headers(new byte[0]).get("Authorization");
        Predicate<Received> signed = request -> Credential.hmac("Baton-signature", secret)
                        .headers(request.body())
                        .get("Baton-signature")
                        .equals(request.header("Baton-signature"))
                && isSignedLately(request, secret);
        await("/token", request -> request.header("Authorization").equals("Bearer " + secret));
        await("/login", request -> request.header("Authorization").equals(basic));
        await("/key", request -> request.header("X-api-key").equals(secret));
        await("/signature", signed);
        await("/signed", signed);
        await(
                "/told",
                request -> request.header("Authorization").equals(basic)
                        && !request.headers().containsKey("Baton-signature"));
    }

    private static boolean isSignedLately(Received request, String key) {
        return TimedSignature.holds(
                request.header("Baton-timed-signature"),
                request.body(),
                List.of(key),
                Instant.now(),
                TestPatience.LONGEST_WAIT);
    }

    /** Receivers that have the new key, and those that still have the old one, all take it while both are in use. */
    @Test
    void keysOfSignaturesChangeOneSideAfterTheOther() throws Exception {
        Files.writeString(folder.resolve("secret"), "first-secret");
        Files.writeString(folder.resolve("next"), "second-secret");
        try (TestNode node = new TestNode(settings(), url)) {
            submit(node, "signature");
            await("/signed", request -> isSignedLately(request, "first-secret"));

            node.reconfigure(settings()
                    .replace(
                            "[credentials.signature]",
                            "[credentials.signature]\nalso_files = ['" + folder.resolve("next") + "']"));
            submit(node, "signature");
            await(
                    "/signed",
                    request -> isSignedLately(request, "second-secret") && isSignedLately(request, "first-secret"));

            Files.writeString(folder.resolve("secret"), "second-secret");
            node.reconfigure(settings());
            submit(node, "signature");
            await(
                    "/signed",
                    request -> isSignedLately(request, "second-secret") && !isSignedLately(request, "first-secret"));
        }
    }

    @Test
    void noticesOfAlertsAreSignedAsWell() throws Exception {
        Files.writeString(folder.resolve("secret"), "first-secret");
        String notifier = "[notifiers.hook]\ntype = 'webhook'\nurl = 'http://127.0.0.1:"
                + receiver.getAddress().getPort() + "/notice'\ncredential = 'signature'\n"
                + "[[alerts]]\nname = 'always'\ncondition = 'sum(baton_leader_is_leader) > -1'\nnotify = ['hook']\n";
        try (TestNode node = new TestNode(notifier + SETTINGS.replace("FOLDER", folder.toString()), url)) {
            await("/notice", request -> isSignedLately(request, "first-secret"));
            node.reconfigure("");
            assertThat(node.node().configuration().credentials().get())
                    .as("what a notifier names stays")
                    .containsKey("signature");
        }
    }

    private String wholeDatabase() throws SQLException {
        StringBuilder all = new StringBuilder();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SCRIPT")) {
            while (rows.next()) {
                all.append(rows.getString(1)).append('\n');
            }
        }
        return all.toString();
    }
}
