package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.baton.server.TestNode;
import dev.baton.testkit.TestPatience;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What runs say can be read, by their number, while they run and after. */
class RunLogTest {

    @TempDir
    private Path folder;

    private static String command(String script, String more) {
        return "[jobs.handlers.report]\ntype = 'command'\ncommand = ['sh', '-c', '''" + script + "''']\n" + more;
    }

    private static String enqueue(TestNode node, String job) throws Exception {
        return node.post("/v1/jobs", "{\"job\": \"" + job + "\"}")
                .json()
                .path("id")
                .asString();
    }

    private static void awaitLog(TestNode node, String id, int claim, String text) {
        String path = "/v1/jobs/" + id + "/runs/" + claim + "/log";
        await().atMost(TestPatience.LONGEST_WAIT)
                .untilAsserted(
                        () -> assertThat(node.get(path).json().path("text").asString(""))
                                .isEqualTo(text));
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void eachTryOfACommandHasItsOwn() throws Exception {
        String script = "echo out; echo try $BATON_CLAIM >&2; [ $BATON_CLAIM = 2 ]";
        try (TestNode node = new TestNode(command(script, ""))) {
            String id = enqueue(node, "report");
            awaitLog(node, id, 1, "out\ntry 1\n[exit 1]\n");
            awaitLog(node, id, 2, "out\ntry 2\n[exit 0]\n");
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/v1/jobs/" + id + "/runs")
                                    .json()
                                    .path("items")
                                    .size()
                            == 2);
            assertThat(node.get("/v1/jobs/" + id + "/runs/3/log").status()).isEqualTo(404);
            assertThat(node.get("/v1/jobs/" + id + "/runs/x/log").status()).isEqualTo(400);
        }
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void theEndOfMuchIsKeptAndATimeOutIsSaid() throws Exception {
        String script = "i=0; while [ $i -lt 200 ]; do echo line $i; i=$((i+1)); done; sleep 1000";
        try (TestNode node = new TestNode(command(script, "output_limit = 22\ntimeout = '1s'\nretries = 0\n"))) {
            String id = enqueue(node, "report");
            awaitLog(
                    node,
                    id,
                    1,
                    "[the beginning is not kept]\n197\nline 198\nline 199\n[ended because it took too long, exit 143]\n");
        }
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void aRunningOneIsReadAndCancelled() throws Exception {
        try (TestNode node = new TestNode(command("echo begun; sleep 1000", ""))) {
            String id = enqueue(node, "report");
            awaitLog(node, id, 1, "begun\n");
            assertThat(node.get("/v1/jobs/" + id)
                            .json()
                            .path("job")
                            .path("status")
                            .asString())
                    .isEqualTo("running");
            assertThat(node.post("/v1/jobs/" + id + "/cancel", "").status()).isEqualTo(200);
            awaitLog(node, id, 1, "begun\n[ended early]\n");
        }
    }

    @Test
    void whatACalleeAnsweredIsTheLogOfTheCall() throws Exception {
        HttpServer callee = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        callee.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] answer = "7 invoices".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        callee.start();
        String url = "http://127.0.0.1:" + callee.getAddress().getPort() + "/";
        try (TestNode node = new TestNode("[jobs]\nprivate_networks = ['127.0.0.0/8']\n[jobs.handlers.call]\n"
                + "type = 'http'\nurl = '" + url + "'\n")) {
            awaitLog(node, enqueue(node, "call"), 1, "POST " + url + " answered 200: 7 invoices");
        } finally {
            callee.stop(0);
        }
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "the commands here are for sh")
    void theRunsOfACronAreThoseOfItsTicks() throws Exception {
        Path out = folder.resolve("out");
        String cron = "[jobs.defined.report]\ncron = '0 0 1 1 *'\n";
        try (TestNode node = new TestNode(command("echo ticked > " + out + "; echo ticked", cron))) {
            String id = node.awaitJob("report");
            assertThat(node.post("/v1/jobs/" + id + "/trigger", "").status()).isEqualTo(200);
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> Files.exists(out));
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/v1/jobs/" + id + "/runs")
                                    .json()
                                    .path("items")
                                    .size()
                            == 1);
            String tick = node.get("/v1/jobs/" + id + "/runs")
                    .json()
                    .path("items")
                    .path(0)
                    .path("jobId")
                    .asString();
            assertThat(tick).isNotEqualTo(id);
            awaitLog(node, tick, 1, "ticked\n[exit 0]\n");
        }
    }
}
