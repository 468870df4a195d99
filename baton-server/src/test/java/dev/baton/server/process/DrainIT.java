package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server is taken out as the runbook says, line by line, with intents and a job under way. */
@EnabledOnOs(
        value = {OS.LINUX, OS.MAC},
        disabledReason = "the job is a command for sh")
class DrainIT {

    private static final String EXECUTOR = "submission-manager-executor";
    private static final List<String> ROLES = List.of(EXECUTOR, "scheduler", "metrics-aggregator", "log-compactor");
    private static final int INTENTS = 5;

    /** Of both; a machine that stands still must not look like a node that does not end. */
    private static final String SETTINGS = """
            [server]
            stop_timeout = "60s"
            [election]
            drain_timeout = "40s"
            [gateways.held]
            type = "http"
            url = "http://127.0.0.1:PORT/"
            request_timeout = "2m"
            [targets.held]
            gateway = "held"
            policy = "max_attempts"
            max_attempts = 5
            """;

    /** Of the one that is taken out alone, so that it is there that the job runs. */
    private static final String JOB = """
            [jobs.handlers.long]
            type = "command"
            command = ["sh", "-c", "echo begun >> begun; while [ ! -e enough ]; do sleep 0.1; done"]
            directory = "FOLDER"
            """;

    @TempDir
    private Path folder;

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger called = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer receiver;
    private PostgresDatabase database;

    @BeforeEach
    void begin() throws IOException {
        database = PostgresDatabase.fresh();
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setExecutor(threads);
        receiver.createContext("/", this::receive);
        receiver.start();
    }

    @AfterEach
    void end() {
        release.countDown();
        receiver.stop(0);
        threads.shutdownNow();
        database.close();
    }

    /** Takes its time until it is released. */
    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            called.incrementAndGet();
            release.await();
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            byte[] answer = "{\"status\": \"accepted\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private BatonProcess serve(String node, String more) throws Exception {
        String port = Integer.toString(receiver.getAddress().getPort());
        Path config = Files.writeString(
                folder.resolve(node + ".toml"),
                SETTINGS.replace("PORT", port) + more.replace("FOLDER", folder.toString()));
        return BatonProcess.serve("--config", config.toString(), "--db", database.url(), "--node", node, "--port", "0");
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(TestPatience.LONGEST_WAIT).until(condition);
    }

    /** The commands of the section about servers. */
    private static List<String> runbook() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "guides", "runbook.md"));
        String section = page.substring(page.indexOf("## Take one server out"));
        return section.split("```")[1]
                .lines()
                .filter(line -> line.startsWith("baton "))
                .toList();
    }

    private static String[] words(String line, String role, String node, BatonProcess server) {
        return line.substring("baton ".length())
                .replace("ROLE", role)
                .replace("NODE", node)
                .replace("URL", "http://127.0.0.1:" + server.port())
                .split(" ");
    }

    /** Who leads what, and in which term. */
    private static Map<String, String> leaders(BatonProcess server) throws Exception {
        Map<String, String> leaders = new TreeMap<>();
        for (JsonNode item : server.json("/v1/leaders").path("items")) {
            leaders.put(
                    item.path("role").asString(),
                    item.path("nodeId").asString() + " "
                            + item.path("leaseEpoch").asLong());
        }
        return leaders;
    }

    private static boolean leadsAll(BatonProcess server, String node) throws Exception {
        Map<String, String> leaders = leaders(server);
        return ROLES.stream().allMatch(role -> leaders.getOrDefault(role, "").startsWith(node + " "));
    }

    private static List<String> submit(BatonProcess server, String prefix) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < INTENTS; i++) {
            String body = "{\"intentId\": \"" + prefix + i + "\", \"submissionTarget\": \"held\"}";
            assertThat(server.post("/v1/intents", body).statusCode()).isEqualTo(200);
            ids.add(prefix + i);
        }
        return ids;
    }

    @Test
    void handsEverythingOverAndFinishesWhatItHasBegun() throws Exception {
        try (BatonProcess first = serve("n1", JOB)) {
            until(() -> leadsAll(first, "n1"));
            try (BatonProcess second = serve("n2", "")) {
                List<String> ids = submit(first, "before-");
                until(() -> called.get() == INTENTS);
                String job = id(first.post("/v1/jobs", "{\"job\": \"long\"}").body());
                until(() -> Files.exists(folder.resolve("begun")));

                drive(second);

                assertThat(leadsAll(second, "n2")).isTrue();
                assertThat(first.get("/readyz").body()).doesNotContain("mode=leader");
                ids.addAll(submit(first, "between-")); // a follower serves
                stop(first, second);
                everyIntentWasCalledOnce(second, ids);
                assertThat(second.json("/v1/jobs/" + job).path("runs").findValuesAsString("outcome"))
                        .containsExactly("completed");
                assertThat(Files.readAllLines(folder.resolve("begun"))).hasSize(1);
            }
        }
    }

    private static String id(String body) {
        return body.replaceAll("(?s).*?\"id\":\"([^\"]+)\".*", "$1");
    }

    private void drive(BatonProcess server) throws Exception {
        for (String line : runbook()) {
            for (String role : line.contains("ROLE") ? ROLES : List.of("")) {
                String[] words = words(line, role, "n1", server);
                if (words[0].equals("drain") && role.equals(EXECUTOR)) {
                    drainTheExecutor(server, words);
                    continue;
                }
                try (BatonProcess command = BatonProcess.run(0, words)) {
                    if (words[0].equals("history")) {
                        assertThat(command.out()).contains(role, "drained");
                    }
                }
            }
        }
    }

    /** It does not leave before the calls under way are answered, and it does leave then. */
    private void drainTheExecutor(BatonProcess server, String... words) throws Exception {
        String before = leaders(server).get(EXECUTOR);
        try (BatonProcess command = BatonProcess.start(words)) {
            until(() -> server.get("/v1/audit").body().contains("\"action\":\"leader.drain\""));
            assertThat(leaders(server)).as("calls are under way").containsEntry(EXECUTOR, before);
            release.countDown();
            assertThat(command.awaitEnd()).as(command.err()).isZero();
        }
    }

    /** The signal comes while the job runs. */
    private void stop(BatonProcess first, BatonProcess second) throws Exception {
        Map<String, String> handedOver = leaders(second);
        ProcessHandle process = ProcessHandle.of(first.pid()).orElseThrow();
        assertThat(process.destroy()).isTrue();
        until(() -> !answers(first));
        assertThat(process.isAlive()).as("a job runs").isTrue();
        Files.createFile(folder.resolve("enough"));
        assertThat(first.awaitEnd()).isZero();
        assertThat(leaders(second)).as("nothing was left to hand over").isEqualTo(handedOver);
    }

    private static boolean answers(BatonProcess node) throws InterruptedException {
        try {
            return node.get("/healthz").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private void everyIntentWasCalledOnce(BatonProcess server, List<String> ids) throws Exception {
        for (String id : ids) {
            until(() ->
                    server.json("/v1/intents/" + id).path("status").asString().equals("accepted"));
            assertThat(server.json("/v1/intents/" + id + "/history")
                            .path("attempts")
                            .findValuesAsString("outcomeStatus"))
                    .as(id)
                    .containsExactly("accepted");
        }
        assertThat(called).hasValue(ids.size());
    }
}
