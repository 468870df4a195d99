package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.server.TestNode;
import dev.baton.server.config.ConfigException;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.process.Processes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Jobs that are HTTP calls and commands, on a whole node and against a real callee. */
class WorkWithoutJavaTest {

    private static final String LOCAL = "[jobs]\nprivate_networks = ['127.0.0.0/8']\n";

    @TempDir
    private Path folder;

    private HttpServer callee;
    private final List<String> calls = new CopyOnWriteArrayList<>();

    @BeforeEach
    void listen() throws IOException {
        callee = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        callee.createContext("/", this::answer);
        callee.start();
    }

    @AfterEach
    void stop() {
        callee.stop(0);
    }

    /** Fails, is busy, and is well. */
    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        calls.add(path + " " + exchange.getRequestHeaders().getFirst("Idempotency-Key") + " "
                + exchange.getRequestHeaders().getFirst("Baton-Claim") + " "
                + exchange.getRequestHeaders().getFirst("Baton-Job") + " "
                + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
        int status = 200;
        if (path.equals("/flaky") && calls.size() < 3) {
            status = calls.size() == 1 ? 500 : 503;
            exchange.getResponseHeaders().set("Retry-After", "0");
        } else if (path.equals("/busy")) {
            status = 503;
            exchange.getResponseHeaders().set("Retry-After", body.contains("date") ? inFiveHours() : "18000");
        } else if (path.equals("/refusing")) {
            status = 422;
        } else if (path.equals("/moved")) {
            status = 302;
            exchange.getResponseHeaders().set("Location", "/elsewhere");
        }
        byte[] answer = "as you say".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static String inFiveHours() {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusHours(5));
    }

    private String call(String path, String more) {
        return LOCAL + "[jobs.handlers.call]\ntype = 'http'\nurl = 'http://127.0.0.1:"
                + callee.getAddress().getPort() + path + "'\n" + more;
    }

    private static String command(String script, String more) {
        return "[jobs.handlers.report]\ntype = 'command'\ncommand = ['sh', '-c', '''" + script
                + "''', 'sh', '$(id);']\n" + more;
    }

    private static String enqueue(TestNode node, String job, String payload) throws Exception {
        return node.post("/v1/jobs", "{\"job\": \"" + job + "\", \"payload\": " + payload + "}")
                .json()
                .path("id")
                .asString();
    }

    private static JsonNode awaitDead(TestNode node, String id) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs/" + id).body().contains("\"status\":\"dead\""));
        try {
            return node.get("/v1/jobs/" + id).json().path("job");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCallIsTriedAgainUntilItIsAnsweredWell() throws Exception {
        Path authorization = Files.writeString(folder.resolve("authorization"), "Bearer secret\n");
        try (TestNode node = new TestNode(call("/flaky", "authorization_file = '" + authorization + "'\n"))) {
            String id = enqueue(node, "call", "{\"n\": 1}");
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> calls.size() == 3);
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/v1/jobs/" + id).status() == 404
                            || node.get("/v1/jobs/" + id).body().contains("\"status\":\"completed\""));
            for (int i = 0; i < 3; i++) {
                assertThat(calls.get(i)).isEqualTo("/flaky " + id + " " + (i + 1) + " call Bearer secret {\"n\": 1}");
            }
        }
    }

    /** The usual pauses are minutes at most. */
    @Test
    void whoAsksForTimeGetsIt() throws Exception {
        try (TestNode node = new TestNode(call("/busy", ""))) {
            for (String payload : List.of("{\"in\": \"seconds\"}", "{\"as\": \"date\"}")) {
                String id = enqueue(node, "call", payload);
                await().atMost(TestPatience.LONGEST_WAIT)
                        .until(() -> node.get("/v1/jobs/" + id + "/runs").body().contains("\"outcome\":\"failed\""));
                JsonNode job = node.get("/v1/jobs/" + id).json().path("job");
                assertThat(Instant.parse(job.path("nextRunTime").asString()))
                        .as(payload)
                        .isAfter(Instant.now().plus(Duration.ofHours(4)));
            }
            assertThat(calls).hasSize(2);
        }
    }

    @Test
    void anAnswerThatIsFinalIsADeadLetterWithWhatWasSaid() throws Exception {
        try (TestNode node = new TestNode(call("/refusing", ""))) {
            JsonNode job = awaitDead(node, enqueue(node, "call", "{}"));
            assertThat(job.path("lastError").asString())
                    .startsWith("POST http://127.0.0.1:")
                    .endsWith("answered 422: as you say");
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        try (TestNode node = new TestNode(call("/moved", "retries = 0\n"))) {
            JsonNode job = awaitDead(node, enqueue(node, "call", "{}"));
            assertThat(job.path("lastError").asString()).contains("answered 302");
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void anAddressThatIsNotPublicIsRefusedUnlessItsNetworkIsNamed() {
        for (String host : List.of("127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.1.2.3", "[fe80::1]")) {
            assertThatThrownBy(
                            () -> new TestNode("[jobs.handlers.call]\ntype = 'http'\nurl = 'http://" + host + ":1/'\n"))
                    .as(host)
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("jobs.private_networks");
        }
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void aCommandReadsItsPayloadAndKnowsItsRun() throws Exception {
        Path out = folder.resolve("out");
        String script = "printf \"%s|\" \"$1\" \"$BATON_JOB\" \"$BATON_CLAIM\" \"$OWN\" \"$(cat)\" > " + out
                + ".half; mv " + out + ".half " + out;
        try (TestNode node = new TestNode(command(script, "environment = ['OWN=a b']\n"))) {
            enqueue(node, "report", "{\"n\": \"$(id)\"}");
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> Files.exists(out));
            assertThat(out).hasContent("$(id);|report|1|a b|{\"n\": \"$(id)\"}|");
        }
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void theExitCodeIsTheOutcomeAndTheOutputIsKept() throws Exception {
        try (TestNode node = new TestNode(command("echo the disk is full >&2; exit 3", "final = ['3']\n"))) {
            JsonNode job = awaitDead(node, enqueue(node, "report", "{}"));
            assertThat(job.path("lastError").asString()).isEqualToIgnoringNewLines("exit 3: the disk is full");
        }
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void aCommandThatTakesTooLongOrIsCancelledEndsWithAllItStarted() throws Exception {
        Path pids = folder.resolve("pids");
        String script = "sleep 1000 & echo $! >> " + pids + "; wait";
        try (TestNode node = new TestNode(command(
                script,
                "timeout = '1s'\nretries = 0\n[jobs.handlers.long]\n" + "type = 'command'\ncommand = ['sh', '-c', '"
                        + script + "']\n"))) {
            JsonNode late = awaitDead(node, enqueue(node, "report", "{}"));
            assertThat(late.path("lastError").asString()).contains("longer than 1000 ms");
            String id = enqueue(node, "long", "{}");
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> Files.readAllLines(pids).size() == 2);
            assertThat(node.post("/v1/jobs/" + id + "/cancel", "{}").status()).isEqualTo(200);
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> Files.readAllLines(pids).stream()
                            .noneMatch(pid -> ProcessHandle.of(Long.parseLong(pid))
                                    .filter(ProcessHandle::isAlive)
                                    .isPresent()));
        }
    }

    /** As after a pause of this process: the job is somebody else's, and what was begun for it here must not go on. */
    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void aCommandEndsWithAllItStartedWhenItsClaimIsLost() throws Exception {
        Path pids = folder.resolve("pids");
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        String script = "sleep 1000 & echo \"$$ $!\" > " + pids + ".half; mv " + pids + ".half " + pids + "; wait";
        try (TestNode node = new TestNode("[jobs]\nheartbeat = '200ms'\n" + command(script, ""), url)) {
            String id = enqueue(node, "report", "{}");
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> Files.exists(pids));
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                assertThat(statement.executeUpdate("UPDATE baton_jobs SET claim_number = claim_number + 1,"
                                + " locked_by = 'thief' WHERE id = '" + id + "'"))
                        .isEqualTo(1);
            }
            for (String pid : Files.readString(pids).strip().split(" ")) {
                await().atMost(TestPatience.LONGEST_WAIT).until(() -> Processes.isGone(Long.parseLong(pid)));
            }
            assertThat(node.get("/v1/jobs/" + id)
                            .json()
                            .path("job")
                            .path("lockedBy")
                            .asString())
                    .as("the other's run is none of ours")
                    .isEqualTo("thief");
        }
    }

    @Test
    void whatNobodyHandlesIsRefusedWithWhatThereIs() throws Exception {
        try (TestNode node = new TestNode("[jobs]\nelsewhere = ['java']\n" + command("true", ""))) {
            for (String job : List.of("{\"job\": \"sh\"}", "{\"job\": \"report\", \"handler\": \"bin/sh\"}")) {
                TestNode.Reply refused = node.post("/v1/jobs", job);
                assertThat(refused.status()).isEqualTo(400);
                assertThat(refused.body()).contains("java, report, sample");
            }
            assertThat(node.post("/v1/jobs", "{\"job\": \"java\"}").status()).isEqualTo(200);
            assertThat(node.post("/v1/jobs", "{\"job\": \"x\", \"command\": [\"sh\"]}")
                            .status())
                    .as("no way to name a command")
                    .isEqualTo(400);
        }
    }
}
