package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.Installed;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A stranger's evening with nothing but the server: a crontab, a callee in Python, a shell script, and nodes that are killed. */
@EnabledOnOs(
        value = {OS.LINUX, OS.MAC},
        disabledReason = "the commands here are for sh")
class EveningIT {

    /** Fails twice, and is well then. */
    private static final String CALLEE = """
            import http.server, os
            calls = []
            class Callee(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    self.rfile.read(int(self.headers['Content-Length']))
                    calls.append(self.headers['Baton-Claim'])
                    self.send_response(500 if len(calls) < 3 else 200)
                    self.end_headers()
                    self.wfile.write(b'call %d' % len(calls))
                def log_message(self, *args):
                    pass
            server = http.server.HTTPServer(('127.0.0.1', 0), Callee)
            open('port.half', 'w').write(str(server.server_port))
            os.rename('port.half', 'port')
            server.serve_forever()
            """;

    /** The first run never ends by itself; later ones do, unless they are told to stay. */
    private static final String SCRIPT = """
            echo "${BATON_CLAIM:-epoch-$BATON_EPOCH} $$" >> begun
            [ "$(wc -l < begun)" -gt 1 ] && [ ! -e stay ] && exit 0
            sleep 1000
            """;

    @TempDir
    private Path folder;

    private PostgresDatabase database;
    private Process callee;

    @BeforeEach
    void begin() throws IOException {
        Path python = Installed.program("python3", "python3");
        Files.writeString(folder.resolve("callee.py"), CALLEE);
        Files.writeString(folder.resolve("script.sh"), SCRIPT);
        callee = new ProcessBuilder(python.toString(), "callee.py")
                .directory(folder.toFile())
                .inheritIO()
                .start();
        database = PostgresDatabase.fresh();
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> Files.exists(folder.resolve("port")));
    }

    @AfterEach
    void end() {
        if (callee != null) {
            callee.destroyForcibly();
        }
        if (database != null) {
            database.close();
        }
    }

    private Path configuration() throws Exception {
        Path crontab = Files.writeString(
                folder.resolve("crontab"),
                "MAILTO=\"\"\n@yearly cat > greeting.half && mv greeting.half greeting%hello\n");
        Path imported = folder.resolve("imported.toml");
        BatonProcess.run(
                        0,
                        "jobs",
                        "import",
                        crontab.toString(),
                        "--timezone",
                        "UTC",
                        "--home",
                        folder.toString(),
                        "--out",
                        imported.toString())
                .close();
        return Files.writeString(
                folder.resolve("baton.toml"),
                """
                [jobs]
                lock_timeout = "10s"
                heartbeat = "1s"
                heartbeat_timeout = "2s"
                private_networks = ["127.0.0.0/8"]
                [jobs.handlers.invoices]
                type = "http"
                url = "http://127.0.0.1:%s/"
                [jobs.handlers.script]
                type = "command"
                command = ["sh", "script.sh"]
                directory = "%s"
                """.formatted(Files.readString(folder.resolve("port")), folder) + Files.readString(imported));
    }

    @Test
    void withACrontabAPythonCalleeAndAScriptWhoseNodeIsKilled() throws Exception {
        String file = configuration().toString();
        try (BatonProcess one = serve("one", file);
                BatonProcess other = serve("other", file)) {
            theCrontabRuns(one);
            theCalleeRecovers(other);
            theScriptMovesOnWithoutItsNode(one, other);
        }
    }

    private BatonProcess serve(String node, String file) throws Exception {
        return BatonProcess.serve("--config", file, "--db", database.url(), "--node", node, "--port", "0");
    }

    private void theCrontabRuns(BatonProcess node) throws Exception {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.json("/v1/jobs?job=cat").path("items").size() == 1);
        String id =
                node.json("/v1/jobs?job=cat").path("items").path(0).path("id").asString();
        String server = "http://127.0.0.1:" + node.port();
        BatonProcess.run(0, "jobs", "trigger", id, "--server", server).close();
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> Files.exists(folder.resolve("greeting")));
        assertThat(folder.resolve("greeting")).hasContent("hello\n");
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.json("/v1/jobs/" + id + "/runs").path("items").size() == 1);
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> log(node, id).equals("[exit 0]\n"));
    }

    private static String log(BatonProcess node, String cron) throws Exception {
        JsonNode run = node.json("/v1/jobs/" + cron + "/runs").path("items").path(0);
        return node.json("/v1/jobs/" + run.path("jobId").asString() + "/runs/"
                        + run.path("claimNumber").asLong() + "/log")
                .path("text")
                .asString("");
    }

    private static String enqueue(BatonProcess node, String job) throws Exception {
        node.post("/v1/jobs", "{\"job\": \"" + job + "\", \"uniqueKey\": \"tonight\"}");
        return node.json("/v1/jobs?job=" + job).path("items").path(0).path("id").asString();
    }

    private void theCalleeRecovers(BatonProcess node) throws Exception {
        String id = enqueue(node, "invoices");
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs/" + id).body().contains("\"status\":\"completed\""));
        assertThat(outcomes(node, id)).containsExactly("completed", "failed", "failed");
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs/" + id + "/runs/3/log").body().contains("answered 200: call 3"));
    }

    private static List<String> outcomes(BatonProcess node, String id) throws Exception {
        return node.json("/v1/jobs/" + id + "/runs").path("items").findValuesAsString("outcome");
    }

    private void theScriptMovesOnWithoutItsNode(BatonProcess one, BatonProcess other) throws Exception {
        String id = enqueue(one, "script");
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> begun().size() == 1);
        String holder = one.json("/v1/jobs/" + id).path("job").path("lockedBy").asString();
        BatonProcess owner = holder.contains("-" + one.pid() + "-") ? one : other;
        BatonProcess left = owner == one ? other : one;
        owner.kill();
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> left.get("/v1/jobs/" + id).body().contains("\"status\":\"completed\""));
        assertThat(begun()).hasSize(2);
        assertThat(begun().get(0)).startsWith("1 ");
        assertThat(begun().get(1)).startsWith("2 ");
        awaitGone(begun().get(0));
    }

    /** The same script, and no server. */
    @Test
    void underARoleOnTwoMachinesOneOfWhichIsKilled() throws Exception {
        Files.createFile(folder.resolve("stay"));
        try (BatonProcess one = run();
                BatonProcess other = run()) {
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> begun().size() == 1);
            String first = begun().get(0);
            BatonProcess leader = descendsFrom(first, one) ? one : other;
            leader.kill();
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> begun().size() == 2);
            awaitGone(first);
            assertThat(descendsFrom(begun().get(1), leader == one ? other : one))
                    .isTrue();
        }
    }

    private BatonProcess run() throws IOException {
        return BatonProcess.start(
                "run",
                "--db",
                database.url(),
                "--role",
                "script",
                "--",
                "sh",
                "-c",
                "cd " + folder + " && exec sh script.sh");
    }

    private static boolean descendsFrom(String line, BatonProcess process) {
        return ProcessHandle.of(process.pid())
                .map(handle -> handle.descendants().anyMatch(one -> one.pid() == pid(line)))
                .orElse(false);
    }

    private List<String> begun() throws IOException {
        Path file = folder.resolve("begun");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static long pid(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }

    private static void awaitGone(String line) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> ProcessHandle.of(pid(line))
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
    }
}
