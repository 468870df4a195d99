package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.ConcurrentRuns;
import dev.baton.testkit.TestPatience;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ServeIT {

    private static final String EXECUTOR = "/v1/leaders/submission-manager-executor";

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private Path folder;

    private Path data() {
        return folder.resolve("data");
    }

    private BatonProcess serve(String node) throws Exception {
        return BatonProcess.serve("--data", data().toString(), "--node", node, "--port", "0");
    }

    private Path pidFile() {
        return data().resolve("postgres/postmaster.pid");
    }

    private long postmaster() throws Exception {
        return Long.parseLong(Files.readAllLines(pidFile()).get(0).strip());
    }

    private boolean databaseRuns() throws Exception {
        Path pid = pidFile();
        return Files.exists(pid)
                && ProcessHandle.of(
                                Long.parseLong(Files.readAllLines(pid).get(0).strip()))
                        .filter(ProcessHandle::isAlive)
                        .isPresent();
    }

    @AfterEach
    void stopTheDatabase() throws Exception {
        if (Files.isDirectory(data().resolve("postgres")) && databaseRuns()) {
            BatonProcess.run(0, "db", "stop", "--data", data().toString()).close();
        }
    }

    private static String intent(String id) {
        return "{\"intentId\": \"" + id + "\", \"submissionTarget\": \"sample\"}";
    }

    @Test
    void severalNodesOnOneFolderAreOneCluster() throws Exception {
        try (BatonProcess first = serve("n1");
                BatonProcess second = serve("n2")) {
            assertThat(first.json("/v1/nodes").path("items").size()).isEqualTo(2);
            assertThat(first.post("/v1/intents?waitSeconds=30", intent("before"))
                            .body())
                    .contains("\"status\":\"accepted\"");
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> second.json(EXECUTOR).path("nodeId").asString().equals("n1"));

            first.kill();

            assertThat(second.post("/v1/intents?waitSeconds=30", intent("after"))
                            .body())
                    .contains("\"status\":\"accepted\"");
            JsonNode leader = second.json(EXECUTOR);
            assertThat(leader.path("nodeId").asString()).isEqualTo("n2");
            assertThat(leader.path("leaseEpoch").asLong()).isEqualTo(2);
            assertThat(second.get("/readyz").body()).contains("role=submission-manager-executor mode=leader node=n2");
            for (String role : List.of("scheduler", "log-compactor")) { // which commands are about
                await().atMost(TestPatience.LONGEST_WAIT)
                        .until(() -> second.json("/v1/leaders/" + role)
                                .path("nodeId")
                                .asString()
                                .equals("n2"));
            }
            try (BatonProcess third = serve("n1")) {
                assertThat(third.json("/v1/intents/before").path("status").asString())
                        .isEqualTo("accepted");
                operatorCommands(third);
                assertThat(second.terminate()).isZero();
                assertThat(databaseRuns()).isTrue();
                assertThat(third.terminate()).isZero();
            }
            assertThat(databaseRuns()).as("the last one out stops the database").isFalse();
        }
    }

    /** The folder is empty: they race for its creation, for the database in it and for the schema in that. */
    @Test
    void nodesStartedTogetherInAnEmptyFolderAreOneCluster() throws Exception {
        List<BatonProcess> nodes = ConcurrentRuns.run(4, i -> serve("n" + i));
        try {
            for (BatonProcess node : nodes) {
                assertThat(node.get("/readyz").statusCode()).isEqualTo(200);
            }
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> nodes.get(0).json("/v1/nodes").path("items").size() == 4);
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> nodes.get(0).json(EXECUTOR).path("leaseEpoch").asLong() == 1);
            ConcurrentRuns.run(4, i -> nodes.get(i).terminate());
            assertThat(databaseRuns()).as("the last one out stops the database").isFalse();
        } finally {
            for (BatonProcess node : nodes) {
                node.close();
            }
        }
    }

    /** Asked of one node, done by another. */
    private static void operatorCommands(BatonProcess node) throws Exception {
        String server = "http://127.0.0.1:" + node.port();
        try (BatonProcess transfer =
                        BatonProcess.run(0, "transfer", "scheduler", "--to", "n1", "--server", server, "--json");
                BatonProcess drained = BatonProcess.run(0, "drain", "log-compactor", "--server", server);
                BatonProcess refused =
                        BatonProcess.run(1, "drain", "log-compactor", "--node", "nobody", "--server", server);
                BatonProcess leaders = BatonProcess.run(0, "leaders", "--server", server)) {
            assertThat(transfer.out()).contains("scheduler");
            assertThat(drained.out()).contains("log-compactor");
            assertThat(refused.err())
                    .contains("there is no living node 'nobody'")
                    .doesNotContain("\tat ");
            assertThat(leaders.out()).contains("submission-manager-executor");
        }
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.json("/v1/leaders/scheduler")
                        .path("nodeId")
                        .asString()
                        .equals("n1"));
        assertThat(node.get("/v1/audit").body()).contains("leader.transfer", "leader.drain");
    }

    @Test
    void aDatabaseThatGoesAwayIsSaidAndComesBack() throws Exception {
        try (BatonProcess node = serve("n1")) {
            node.post("/v1/intents?waitSeconds=30", intent("before"));
            BatonProcess.run(0, "db", "stop", "--data", data().toString()).close();

            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/readyz").body().contains("database=down"));
            assertThat(node.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(node.get("/healthz").body()).isEqualTo("ok\n");
            var refused = node.post("/v1/intents", intent("meanwhile"));
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();

            BatonProcess.run(0, "db", "start", "--data", data().toString()).close();
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.post("/v1/intents?waitSeconds=5", intent("afterwards"))
                            .body()
                            .contains("\"status\":\"accepted\""));
            assertThat(node.terminate()).isZero();
        }
    }

    @Test
    void aCrashedDatabaseIsStartedAgainByOneOfTheNodes() throws Exception {
        try (BatonProcess first = serve("n1");
                BatonProcess second = serve("n2")) {
            assertThat(first.post("/v1/intents?waitSeconds=30", intent("before"))
                            .body())
                    .contains("\"status\":\"accepted\"");
            long killed = postmaster();
            ProcessHandle.of(killed).orElseThrow().destroyForcibly(); // SIGKILL

            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> Files.exists(pidFile()) && postmaster() != killed && databaseRuns());
            for (BatonProcess node : List.of(first, second)) {
                await().atMost(TestPatience.LONGEST_WAIT)
                        .until(() -> node.post("/v1/intents?waitSeconds=5", intent("after-" + node.port()))
                                .body()
                                .contains("\"status\":\"accepted\""));
            }
            await("what was acknowledged before is still there")
                    .atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> first.json("/v1/intents/before")
                            .path("status")
                            .asString()
                            .equals("accepted"));
            assertThat((first.out() + second.out()).split("the embedded database runs again", -1))
                    .as("one of them has done it")
                    .hasSize(2);
            assertThat(first.terminate()).isZero();
            assertThat(second.terminate()).isZero();
        }
        assertThat(databaseRuns()).isFalse();
    }

    @Test
    void aWrongPasswordIsSaid() throws Exception {
        try (BatonProcess started = BatonProcess.run(0, "db", "start", "--data", data().toString());
                BatonProcess url = BatonProcess.run(0, "db", "url", "--data", data().toString())) {
            assertThat(started.err()).isEmpty();
            String plain = url.out().strip().replaceAll("[?].*", "");
            Map<String, String> wrong = Map.of("BATON_DB_PASSWORD", "not-the-password");
            try (BatonProcess serve = BatonProcess.run(1, wrong, "serve", "--db", plain, "--db-user", "baton");
                    BatonProcess doctor = BatonProcess.run(1, wrong, "doctor", "--db", plain, "--db-user", "baton")) {
                assertThat(serve.err().lines().toList()).hasSize(1);
                assertThat(serve.err()).contains("password").doesNotContain("not-the-password");
                assertThat(doctor.out() + doctor.err()).contains("password").doesNotContain("not-the-password");
            }
        }
    }

    @Test
    void epochsContinueAfterARestoreAndTheAuditIsClean() throws Exception {
        Path backup = folder.resolve("backup.tar.gz");
        long later;
        try (BatonProcess node = serve("n1")) {
            node.post("/v1/intents?waitSeconds=30", intent("kept"));
            BatonProcess.run(0, "db", "backup", backup.toString(), "--data", data().toString())
                    .close();
            node.post("/v1/leaders/submission-manager-executor/drain", "{\"force\": true}");
            node.post("/v1/leaders/submission-manager-executor/undrain", "{}");
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.json(EXECUTOR).path("leaseEpoch").asLong() >= 2);
            later = node.json(EXECUTOR).path("leaseEpoch").asLong();
            assertThat(node.terminate()).isZero();
        }
        Path other = folder.resolve("restored");
        BatonProcess.run(0, "db", "restore", backup.toString(), "--data", other.toString())
                .close();
        try (BatonProcess node = BatonProcess.serve("--data", other.toString(), "--node", "n1", "--port", "0")) {
            assertThat(node.json("/v1/intents/kept").path("status").asString()).isEqualTo("accepted");
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/readyz").body().contains("manager-executor mode=leader"));
            assertThat(node.json(EXECUTOR).path("leaseEpoch").asLong()).isGreaterThan(later);
            try (BatonProcess audit = BatonProcess.run(0, "audit", "--data", other.toString())) {
                assertThat(audit.out()).contains("the epochs of a role only grow");
            }
            assertThat(node.terminate()).isZero();
        }
    }

    @Test
    void whatWasInterruptedIsRecovered() throws Exception {
        BatonProcess.run(0, "db", "start", "--data", data().toString()).close();
        BatonProcess.run(0, "db", "stop", "--data", data().toString()).close();
        Files.createDirectories(data().resolve(".half-postgres123/base"));
        Files.write(
                data().resolve("postgres/postmaster.pid"),
                List.of(Long.toString(ProcessHandle.current().pid()), "x", "0", "1", ""));

        try (BatonProcess node = serve("n1")) {
            assertThat(node.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(data().resolve(".half-postgres123")).doesNotExist();
            assertThat(node.terminate()).isZero();
        }
    }

    @Test
    void aProgramWithANodeInItClosesWhatIsItsOwnAsWell() throws Exception {
        try (BatonProcess program = BatonProcess.program(OwnProgram.class, "jdbc:h2:mem:own")) {
            assertThat(program.get("/readyz").statusCode()).isEqualTo(200);
            assertThat(program.terminate()).isEqualTo(143); // as Java ends when told to
            assertThat(program.err()).contains(OwnProgram.LAST_WORDS);
        }
    }

    @Test
    void aBadSetUpIsRefusedInOneSentence() throws Exception {
        Path file = Files.writeString(folder.resolve("a-file"), "");
        Files.createDirectories(data().resolve("postgres"));
        Files.writeString(data().resolve("postgres/PG_VERSION"), "15\n");
        Files.writeString(data().resolve("password"), "x");
        Path toml = Files.writeString(folder.resolve("bad.toml"), "[election]\nlease = '1s'\n");
        String memory = "jdbc:h2:mem:x";
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = Integer.toString(taken.getLocalPort());
            refused("is taken", "serve", "--db", memory, "--port", port, "--bind", "0.0.0.0", "--config", open(toml));
            refused("cannot be written", "serve", "--data", file.resolve("x").toString());
            refused("was written by PostgreSQL 15", "serve", "--data", data().toString());
            refused("'election.lease' is no setting", "serve", "--config", toml.toString());
            refused("there is no Baton at", "leaders", "--server", "http://127.0.0.1:1");
        }
        try (BatonProcess usage = BatonProcess.run(2, "serve", "--no-such-option")) {
            assertThat(usage.err()).contains("--no-such-option");
        }
    }

    /** A configuration that allows to listen everywhere, as the socket that is in the way does. */
    private String open(Path beside) throws Exception {
        return Files.writeString(
                        beside.resolveSibling("open.toml"),
                        "[security]\nplain_http = true\n[[security.tokens]]\nname = 'a'\nsha256 = '" + "ab".repeat(32)
                                + "'\n")
                .toString();
    }

    private static void refused(String sentence, String... arguments) throws Exception {
        try (BatonProcess command = BatonProcess.run(1, arguments)) {
            assertThat(command.err().lines().toList()).hasSize(1);
            assertThat(command.err()).startsWith("baton: ").contains(sentence);
        }
    }

    @Test
    void theEffectiveConfigurationIsShown() throws Exception {
        try (BatonProcess shown = BatonProcess.run(0, "serve", "--print-config", "--node", "x")) {
            assertThat(shown.out()).contains("\"node.id\" : \"x\"", "\"election.trust_window\" : \"2s\"");
        }
    }

    @Test
    void theEffectiveConfigurationHoldsNoSecret() throws Exception {
        Path toml = Files.writeString(folder.resolve("secret.toml"), """
                [database]
                url = "jdbc:postgresql://db.example/baton?password=hunter2&ssl=true"
                [notifiers.ops]
                type = "slack"
                url = "https://hooks.example/services/hunter2"
                [[security.tokens]]
                name = "ci"
                sha256 = "%s"
                """.formatted("ab".repeat(32)));
        Map<String, String> environment = Map.of("BATON_DB_PASSWORD", "hunter2");
        try (BatonProcess shown =
                BatonProcess.run(0, environment, "serve", "--print-config", "--config", toml.toString())) {
            assertThat(shown.out()).contains("db.example", "hooks.example").doesNotContain("hunter2", "abab");
        }
    }
}
