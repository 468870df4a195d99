package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.server.TestNode;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;

/** What a handler in the configuration may say about its calls and their answers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // one node for all
class HandlerOptionsTest {

    private static final String SETTINGS = """
            [jobs]
            private_networks = ["127.0.0.0/8"]
            [jobs.handlers.put]
            type = "http"
            url = "BASE/200/put"
            method = "PUT"
            headers = ["X-Team: billing", "X-Kind: a: b"]
            [jobs.handlers.get]
            type = "http"
            url = "BASE/200/get"
            method = "GET"
            [jobs.handlers.gone]
            type = "http"
            url = "BASE/404/gone"
            success = ["2xx", "404"]
            [jobs.handlers.missing]
            type = "http"
            url = "BASE/404/missing"
            [jobs.handlers.busy]
            type = "http"
            url = "BASE/429/busy"
            [jobs.handlers.over]
            type = "http"
            url = "BASE/429/over"
            final = ["429"]
            [jobs.handlers.slow]
            type = "http"
            url = "BASE/slow"
            timeout = "300ms"
            retries = 0
            [jobs.handlers.seven]
            type = "command"
            command = ["sh", "-c", "exit 7"]
            success = ["0", "7"]
            """;

    private final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer callee;
    private TestNode node;

    @BeforeAll
    void start() throws Exception {
        callee = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        callee.setExecutor(threads);
        callee.createContext("/", this::answer);
        callee.start();
        node = new TestNode(SETTINGS.replace(
                "BASE", "http://127.0.0.1:" + callee.getAddress().getPort()));
    }

    @AfterAll
    void stop() throws Exception {
        over.countDown();
        node.close();
        callee.stop(0);
        threads.shutdownNow();
    }

    /** With the status that the path asks for; {@code /slow} never. */
    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            calls.add(path + " " + exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getFirst("X-Team") + " "
                    + exchange.getRequestHeaders().getFirst("X-Kind") + " [" + body + "]");
            if (path.equals("/slow")) {
                over.await();
                return;
            }
            exchange.sendResponseHeaders(Integer.parseInt(path.split("/")[1]), -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String enqueue(String job) throws Exception {
        return node.post("/v1/jobs", "{\"job\": \"" + job + "\", \"payload\": {\"n\": 1}}")
                .json()
                .path("id")
                .asString();
    }

    /** The job, once it is so. */
    private JsonNode awaitStatus(String id, String status) throws Exception {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs/" + id).body().contains("\"status\":\"" + status + "\""));
        return node.get("/v1/jobs/" + id).json().path("job");
    }

    @Test
    void methodAndHeadersAreAsConfigured() throws Exception {
        awaitStatus(enqueue("put"), "completed");
        awaitStatus(enqueue("get"), "completed");
        assertThat(calls).contains("/200/put PUT billing a: b [{\"n\": 1}]", "/200/get GET null null []");
    }

    @Test
    void whatIsSuccessIsNoFailureThoughItLooksLikeOne() throws Exception {
        awaitStatus(enqueue("gone"), "completed");
        assertThat(awaitStatus(enqueue("missing"), "dead").path("lastError").asString())
                .contains("answered 404");
    }

    /** Too many requests is a matter of time, unless the configuration says otherwise. */
    @Test
    void whatIsFinalIsNotTriedAgain() throws Exception {
        String busy = enqueue("busy");
        assertThat(awaitStatus(enqueue("over"), "dead").path("attempt").asInt()).isEqualTo(1);
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs/" + busy + "/runs").body().contains("\"outcome\":\"failed\""));
        assertThat(node.get("/v1/jobs/" + busy).body()).doesNotContain("\"status\":\"dead\"");
    }

    @Test
    void aCallIsGivenUpWhenItTakesTooLong() throws Exception {
        assertThat(awaitStatus(enqueue("slow"), "dead").path("lastError").asString())
                .contains("/slow failed: ")
                .containsAnyOf("no answer within 300 ms", "timed out");
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void anExitCodeMayMeanSuccess() throws Exception {
        awaitStatus(enqueue("seven"), "completed");
    }
}
