package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.Installed;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A stranger's evening with nothing but the server, watched on its dashboard: a crontab, a callee in Python, a shell script, and
 * nodes that are killed under it.
 */
@EnabledOnOs(
        value = {OS.LINUX, OS.MAC},
        disabledReason = "the commands here are for sh")
class EveningTest {

    private static final String CRONTAB = """
            MAILTO=""
            CRON_TZ=Europe/Berlin
            @yearly cat > greeting.half && mv greeting.half greeting && echo greeted%hello
            """;

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
                    self.wfile.write(b'call %d, claim %s' % (len(calls), calls[-1].encode()))
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
            echo "begun for the $(wc -l < begun). time"
            [ "$(wc -l < begun)" -gt 1 ] && [ ! -e stay ] && exit 0
            sleep 1000
            """;

    @TempDir
    private Path folder;

    private Process callee;
    private Fleet fleet;
    private Browser browser;

    @BeforeEach
    void startCalleeAndNodes() throws Exception {
        Browser.requireInstalled();
        Path python = Installed.program("python3", "python3");
        Files.writeString(folder.resolve("callee.py"), CALLEE);
        Files.writeString(folder.resolve("script.sh"), SCRIPT);
        callee = new ProcessBuilder(python.toString(), "callee.py")
                .directory(folder.toFile())
                .inheritIO()
                .start();
        Fleet.until(() -> Files.exists(folder.resolve("port")));
        fleet = new Fleet(folder, """

                [jobs]
                lock_timeout = "10s"
                heartbeat = "1s"
                heartbeat_timeout = "2s"
                private_networks = ["127.0.0.0/8"]

                [jobs.handlers.invoices]
                type = "http"
                url = "http://127.0.0.1:PORT/"

                [jobs.handlers.script]
                type = "command"
                command = ["sh", "script.sh"]
                directory = "FOLDER"

                """.replace("PORT", Files.readString(folder.resolve("port")))
                .replace("FOLDER", folder.toString()));
        fleet.configure(imported());
        fleet.start("one", "other");
        browser = new Browser(fleet.url("one"));
    }

    @AfterEach
    void end() {
        if (browser != null) {
            browser.close();
        }
        if (fleet != null) {
            fleet.close();
        }
        if (callee != null) {
            callee.destroyForcibly();
        }
    }

    /** What becomes of the crontab. */
    private String imported() throws Exception {
        Path crontab = Files.writeString(folder.resolve("crontab"), CRONTAB);
        Path made = folder.resolve("imported.toml");
        Process command = fleet.program(
                "import", "jobs", "import", crontab.toString(), "--home", folder.toString(), "--out", made.toString());
        assertThat(command.waitFor(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(command.exitValue())
                .as(Files.readString(folder.resolve("import.log")))
                .isZero();
        return Files.readString(made);
    }

    @Test
    void aCrontabAPythonCalleeAndAScriptWhoseNodeIsKilled() throws Exception {
        theCrontabRuns();
        theCalleeRecovers();
        theScriptMovesOnWithoutItsNode();
        assertThat(browser.complaints()).isEmpty();
    }

    private void theCrontabRuns() throws Exception {
        Fleet.until(() -> items("/v1/jobs?job=cat").size() == 1);
        String id = items("/v1/jobs?job=cat").get(0).path("id").asString();
        browser.open("jobs");
        browser.waitFor("td[data-label='When']", "@yearly"::equals);
        browser.click("a[href='#/jobs/" + id + "']");
        browser.waitFor(".facts dd", "@yearly (Europe/Berlin)"::equals);
        browser.click("#main [data-action='run it']");
        browser.click("#dialog button[value=go]");
        browser.waitFor("td[data-label='Outcome']", "completed"::equals);
        browser.waitFor("#run-log", "greeted\n[exit 0]"::equals);
        assertThat(folder.resolve("greeting")).hasContent("hello\n");
    }

    private void theCalleeRecovers() {
        browser.open("jobs/" + enqueue("invoices"));
        browser.waitFor(".one-head .status", "completed"::equals);
        browser.waitForAll("td[data-label='Outcome']", List.of("completed", "failed", "failed"));
        browser.waitFor("#run-log", text -> text.contains("answered 200: call 3, claim 3"));
        assertThat(browser.texts("td[data-label='Error']").get(2)).contains("500", "call 1, claim 1");
    }

    private void theScriptMovesOnWithoutItsNode() throws Exception {
        String id = enqueue("script");
        Fleet.until(() -> begun().size() == 1);
        String holder =
                fleet.json("one", "/v1/jobs/" + id).path("job").path("lockedBy").asString();
        String owner = holder.startsWith("one-") ? "one" : "other";
        watch(owner.equals("one") ? "other" : "one");
        browser.open("jobs/" + id);
        browser.waitFor(".one-head .status", "running"::equals);
        browser.waitFor("#run-log", text -> text.contains("begun for the 1. time"));

        fleet.kill(owner);

        browser.waitFor(".one-head .status", "completed"::equals);
        browser.waitForAll("td[data-label='Outcome']", List.of("completed", "reclaimed"));
        browser.waitFor("#run-log", text -> text.contains("begun for the 2. time"));
        List<String> workers = browser.texts("td[data-label='Worker']");
        assertThat(workers.get(1)).isEqualTo(holder);
        assertThat(workers.get(0)).doesNotStartWith(owner + "-");
        assertThat(begun()).hasSize(2);
        assertThat(begun().get(0)).startsWith("1 ");
        assertThat(begun().get(1)).startsWith("2 ");
        awaitGone(begun().get(0));
    }

    /** The same script, and nobody's job. */
    @Test
    void theScriptUnderARoleOnTwoMachinesOneOfWhichIsKilled() throws Exception {
        Files.createFile(folder.resolve("stay"));
        Process one = run("left");
        Process other = run("right");
        try {
            String place = "[data-role='night'] [data-leader]";
            browser.open("leadership");
            Fleet.until(() -> begun().size() == 1);
            String first = begun().get(0);
            String leader = descendsFrom(first, one) ? "left" : "right";
            String follower = leader.equals("left") ? "right" : "left";
            browser.waitFor(place, leader::equals);

            (leader.equals("left") ? one : other).destroyForcibly();

            browser.waitFor(place, follower::equals);
            Fleet.until(() -> begun().size() == 2);
            awaitGone(first);
            assertThat(descendsFrom(begun().get(1), leader.equals("left") ? other : one))
                    .isTrue();
            browser.waitFor("tr.crashed", text -> text.contains("night") && text.contains(leader));
            assertThat(browser.complaints()).isEmpty();
        } finally {
            one.destroyForcibly();
            other.destroyForcibly();
        }
    }

    private Process run(String node) throws IOException {
        String script = "cd '" + folder + "' && exec sh script.sh";
        return fleet.program(
                node, "run", "--db", fleet.database(), "--node", node, "--role", "night", "--", "sh", "-c", script);
    }

    private void watch(String node) {
        browser.close();
        browser = new Browser(fleet.url(node));
    }

    private JsonNode items(String path) {
        return fleet.json("one", path).path("items");
    }

    private String enqueue(String job) {
        return fleet.post("one", "/v1/jobs", "{\"job\": \"" + job + "\"}")
                .path("id")
                .asString();
    }

    private static boolean descendsFrom(String line, Process process) {
        return process.descendants().anyMatch(one -> one.pid() == pid(line));
    }

    /** Who has begun: claim or epoch, and process id. */
    private List<String> begun() throws IOException {
        Path file = folder.resolve("begun");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static long pid(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }

    private static void awaitGone(String line) {
        Fleet.until(() -> Processes.isGone(pid(line)));
    }
}
