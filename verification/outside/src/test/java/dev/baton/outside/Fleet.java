package dev.baton.outside;

import static org.awaitility.Awaitility.await;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Nodes as users run them: the jar, a process each, on one PostgreSQL. */
final class Fleet implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path JAR = Path.of("../../baton-server/target/baton.jar");
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String CONFIGURATION = """
        [gateways.fake]
        type = "fake"
        outcome = "accepted"
        delay = "20ms"

        [targets."sample"]
        gateway = "fake"
        policy = "deadline"
        max_acceptance = "10m"
        """;

    private final Path folder;
    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    private String token = "";

    private record Node(Process process, int port) {}

    Fleet(Path folder) throws IOException {
        this(folder, "");
    }

    /** @param more of the configuration */
    Fleet(Path folder, String more) throws IOException {
        this.folder = folder;
        Files.writeString(folder.resolve("baton.toml"), CONFIGURATION + more);
    }

    /** With a token for an operator, which is needed then. */
    static Fleet withToken(Path folder, String token) throws IOException {
        Path secret = Files.writeString(folder.resolve("token"), token);
        Fleet fleet = new Fleet(folder, """

                [security]
                trusted_proxies = ["127.0.0.1"]

                [[security.tokens]]
                name = "clients"
                role = "operator"
                file = "%s"
                """.formatted(secret));
        fleet.token = token;
        return fleet;
    }

    private HttpRequest.Builder request(String node, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url(node) + path));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    /** Starts nodes and waits until all are ready. */
    Fleet start(String... names) throws IOException {
        for (String name : names) {
            int port = freePort();
            nodes.put(name, new Node(launch(name, port), port));
        }
        for (String name : names) {
            until(() -> get(name, "/readyz").statusCode() == 200);
        }
        return this;
    }

    private Process launch(String name, int port) throws IOException {
        return program(
                name,
                "serve",
                "--config",
                folder.resolve("baton.toml").toString(),
                "--db",
                database.url(),
                "--node",
                name,
                "--port",
                Integer.toString(port));
    }

    /** The jar as somebody runs it in the folder; {@code <name>.log} is what it says. */
    Process program(String name, String... arguments) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(
                java.toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx160m",
                "-jar",
                JAR.toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(name + ".log").toFile()))
                .start();
    }

    /** For programs beside the nodes. */
    String database() {
        return database.url();
    }

    /** As if it had happened before. */
    void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** More of the configuration, for nodes that are started from now on. */
    void configure(String more) throws IOException {
        Files.writeString(folder.resolve("baton.toml"), more, StandardOpenOption.APPEND);
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port(String node) {
        return nodes.get(node).port();
    }

    String url(String node) {
        return "http://127.0.0.1:" + port(node);
    }

    List<String> names() {
        return List.copyOf(nodes.keySet());
    }

    /** As kill -9 does. */
    void kill(String node) {
        Process process = nodes.remove(node).process();
        process.destroyForcibly();
        process.onExit().join();
    }

    /** The same one again, at the same place. */
    void restart(String node, int port) throws IOException {
        nodes.put(node, new Node(launch(node, port), port));
        until(() -> get(node, "/readyz").statusCode() == 200);
    }

    /** Which node leads a role, as the database says; empty if nobody does. */
    String leader(String role) {
        JsonNode leaders = json(names().get(0), "/v1/leaders");
        for (JsonNode leader : leaders.isArray() ? leaders : leaders.get("items")) {
            if (leader.get("role").asString().equals(role)) {
                return leader.get("nodeId").asString();
            }
        }
        return "";
    }

    JsonNode json(String node, String path) {
        return JSON.readTree(get(node, path).body());
    }

    HttpResponse<String> get(String node, String path) {
        return send(request(node, path));
    }

    JsonNode post(String node, String path, String body) {
        HttpResponse<String> answer = send(request(node, path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return JSON.readTree(answer.body());
    }

    static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(100))
                .ignoreException(UncheckedIOException.class)
                .until(condition);
    }

    @Override
    public void close() {
        nodes.values().forEach(node -> node.process().destroy());
        nodes.values().forEach(node -> {
            if (!node.process()
                    .onExit()
                    .completeOnTimeout(null, 30, java.util.concurrent.TimeUnit.SECONDS)
                    .thenApply(ended -> ended != null)
                    .join()) {
                node.process().destroyForcibly();
            }
        });
        database.close();
    }
}
