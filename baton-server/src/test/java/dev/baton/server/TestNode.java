package dev.baton.server;

import static org.awaitility.Awaitility.await;

import dev.baton.server.api.Api;
import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.server.http.HttpFront;
import dev.baton.server.http.HttpLimits;
import dev.baton.server.http.Json;
import dev.baton.server.http.Router;
import dev.baton.server.node.DatabaseProbe;
import dev.baton.server.node.Node;
import dev.baton.server.security.AccessControl;
import dev.baton.server.store.SessionRows;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;

/** A whole node in this process, with a client for it. */
public final class TestNode implements AutoCloseable {

    /** Few threads, so that a test sees who holds one, and as much patience as a busy machine needs. */
    private static final HttpLimits LIMITS = new HttpLimits(
            8 * 1024,
            12,
            2_000,
            2_000,
            16 << 20,
            64 << 20,
            new HttpLimits.Patience(
                    Duration.ofSeconds(15), Duration.ofSeconds(4), Duration.ofSeconds(60), Duration.ofSeconds(20)));

    /** Else the end of each test would wait for the sample job, which takes five seconds. */
    private static final Map<String, String> STOPS_SOON = Map.of("BATON_SERVER_STOP_TIMEOUT", "200ms");

    private final Path file;
    private final AtomicReference<Instant> clock = new AtomicReference<>(Instant.now());
    private final AccessControl access;
    private final Node node;
    private final Router router;
    private final HttpFront http;
    private final HttpClient client = HttpClient.newHttpClient();

    /** On an H2 of its own, with these settings besides the database. */
    public TestNode(String toml) throws Exception {
        this(toml, "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    /** On a database of the caller, with these settings besides it. */
    public TestNode(String toml, String url) throws Exception {
        this.file = Files.createTempFile("baton", ".toml");
        Files.writeString(file, toml);
        Configuration configuration =
                new ConfigReader(STOPS_SOON, Map.of("database.url", url, "node.id", "n1")).read(Optional.of(file));
        AccessControl.check(configuration);
        this.node = new Node(configuration, configuration.database().url().orElseThrow());
        this.access = AccessControl.of(configuration, new SessionRows(node.sql()), clock::get);
        this.router = new Router(Api.routes(node, new DatabaseProbe(node.baton()), access));
        this.http = new HttpFront(
                router, Api.gatekeeper(node, access), LIMITS, access.proxies(), Optional.empty(), Api::explain);
        http.start(new HttpFront.Address("127.0.0.1", 0, false));
        Api.fillFeed(node);
    }

    /** Has other settings than before, as after somebody has changed the file. */
    public void reconfigure(String toml) throws IOException {
        Files.writeString(file, toml);
        node.configuration().reload();
        access.endRevoked();
    }

    /** Moves the clock by which tokens expire. */
    public void setClock(Instant now) {
        clock.set(now);
    }

    public Node node() {
        return node;
    }

    public Router router() {
        return router;
    }

    public int port() {
        return http.port();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(60));
    }

    public Reply get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    public Reply post(String path, String json) throws IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json)));
    }

    public Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        return new Reply(response);
    }

    /** The id of the only job of that name, as soon as there is one. */
    public String awaitJob(String name) {
        String path = "/v1/jobs?job=" + name;
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> get(path).json().path("items").size() == 1);
        try {
            return get(path).json().path("items").path(0).path("id").asString();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** An answer. */
    public record Reply(HttpResponse<String> response) {

        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public JsonNode json() {
            return Json.parse(response.body().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }

        public String code() {
            return json().path("error").path("code").asString();
        }
    }

    @Override
    public void close() throws Exception {
        node.feed().close();
        http.close();
        access.close();
        node.close();
        Files.deleteIfExists(file);
    }
}
