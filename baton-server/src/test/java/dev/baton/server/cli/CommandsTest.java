package dev.baton.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.Main;
import dev.baton.server.cli.remote.NodeClient;
import dev.baton.server.http.Json;
import dev.baton.testkit.PostgresDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Commands that need no node. */
class CommandsTest {

    private static final String[] TABLES = {
        "baton_leases", "submission_intents", "baton_jobs", "baton_alerts", "baton_audit"
    };

    @TempDir
    private Path folder;

    private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    /** What a command said. */
    private record Said(int code, String out, String err) {}

    private static Said run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Commands.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Said(code, out.toString(), err.toString());
    }

    @Test
    void theDemoStartsTheProgramItself() {
        assertThat(Demo.MAIN).isEqualTo(Main.class.getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "sqlserver", "h2"})
    void theWholeSchemaIsPrintedForEveryDatabase(String dialect) {
        Said said = run("schema", "print", "--dialect", dialect);

        assertThat(said.code()).isZero();
        assertThat(said.out()).contains(TABLES).doesNotContain("${");
    }

    @Test
    void theSchemaIsAppliedOnceAndItsVersionShown() {
        Said first = run("schema", "apply", "--db", database, "--json");
        Said again = run("schema", "apply", "--db", database, "--json");
        Said version = run("schema", "version", "--db", database, "--json");

        assertThat(List.of(first.code(), again.code(), version.code())).containsOnly(0);
        assertThat(again.out()).isEqualTo(first.out()).isEqualTo(version.out());
        assertThat(Json.parse(version.out().getBytes(StandardCharsets.UTF_8)).propertyNames())
                .contains("baton", "submissions", "jobs", "alerts", "shards", "server");
    }

    @Test
    void tablesOfAnotherPrefixAreOthers() {
        Said other = run("schema", "apply", "--db", database, "--table-prefix", "other_", "--json");
        Said usual = run("schema", "version", "--db", database, "--json");
        Said again = run("schema", "version", "--db", database, "--table-prefix", "other_", "--json");
        Said printed = run("schema", "print", "--dialect", "h2", "--schema", "x", "--table-prefix", "other_");

        assertThat(again.out()).isEqualTo(other.out()).isNotEqualTo(usual.out());
        assertThat(printed.out())
                .contains("other_leases", "other_submission_intents")
                .doesNotContain("baton_leases");
        assertThat(run("schema", "print", "--table-prefix", "a b").code()).isEqualTo(2);
    }

    @Test
    void theDoctorSaysWhatIsMissingAndWhenNothingIs() {
        try (PostgresDatabase postgres = PostgresDatabase.fresh()) {
            Said before = run("doctor", "--db", postgres.url(), "--json");
            run("schema", "apply", "--db", postgres.url());
            Said after = run("doctor", "--db", postgres.url(), "--json");

            assertThat(before.code()).isEqualTo(1);
            assertThat(before.out()).contains("\"passed\" : false");
            assertThat(after.code()).as(after.out()).isZero();
            assertThat(after.out()).contains("\"passed\" : true").doesNotContain("\"passed\" : false");
        }
    }

    @Test
    void aNumberOfShardsThatNobodyCanHaveIsWrongUsage() {
        Said said = run("run", "--role", "orders", "--shards", "0", "--", "true");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("--shards is 0: it must be between 1 and 1024");
    }

    @Test
    void aDatabaseThatCannotBeReachedIsOneSentence() {
        Said said = run("schema", "version", "--db", "jdbc:postgresql://127.0.0.1:1/none");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err().lines().toList()).hasSize(1);
        assertThat(said.err()).startsWith("baton: ");
    }

    @Test
    void theCompletionScriptIsOneThatBashUnderstands() throws Exception {
        Said said = run("completion");
        Path script = Files.writeString(folder.resolve("completion"), said.out());
        Process bash =
                new ProcessBuilder("bash", "-n", script.toString()).inheritIO().start();

        assertThat(bash.waitFor()).isZero();
        assertThat(said.out()).contains("serve", "transfer", "redrive", "queues");
    }

    @Test
    void everyCommandExplainsItself() {
        explain(Commands.line());
    }

    private static void explain(CommandLine command) {
        assertThat(command.getUsageMessage()).as(command.getCommandName()).contains("--help");
        assertThat(command.getCommandSpec().usageMessage().description())
                .as(command.getCommandName())
                .isNotEmpty();
        command.getSubcommands().values().forEach(CommandsTest::explain);
    }

    @Test
    void aTokenDoesNotLeaveTheMachineInTheClearWithoutAWord() {
        assertThat(NodeClient.warning(URI.create("http://baton.example:8080")))
                .hasValueSatisfying(said -> assertThat(said).contains("plain http", "baton.example"));
        for (String fine :
                List.of("https://baton.example", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:1")) {
            assertThat(NodeClient.warning(URI.create(fine))).as(fine).isEmpty();
        }
    }

    @Test
    void aCrontabBecomesConfigurationAndWhatCannotIsSaid() throws Exception {
        Path crontab = Files.writeString(folder.resolve("crontab"), "0 3 * * * /opt/report\n@reboot /opt/first\n");
        Path made = folder.resolve("jobs.toml");

        Said shown = run("jobs", "import", crontab.toString(), "--timezone", "UTC");
        Said written = run("jobs", "import", crontab.toString(), "--timezone", "UTC", "--out", made.toString());
        Said again = run("jobs", "import", crontab.toString(), "--out", made.toString());

        assertThat(shown.code()).as("a line is lost").isEqualTo(1);
        assertThat(shown.out()).contains("[jobs.handlers.report]", "[jobs.defined.report]", "# NOT IMPORTED, line 2");
        assertThat(shown.err())
                .contains("line 1: job report, 0 3 * * * (UTC), runs /opt/report", "line 2: NOT IMPORTED");
        assertThat(written.out()).isEmpty();
        assertThat(made).hasContent(shown.out());
        assertThat(again.err()).contains("is there already");
        assertThat(run("jobs", "import", folder.resolve("none").toString()).err())
                .contains("there is no file");
    }

    @Test
    void wrongUsageIsTwo() {
        assertThat(run("transfer", "scheduler").code()).isEqualTo(2);
        assertThat(run("nonsense").code()).isEqualTo(2);
        assertThat(run("run", "--role", "nightly").code()).isEqualTo(2);
        assertThat(run("run", "--", "true").code()).isEqualTo(2);
        assertThat(run("run", "--role", "r", "--grace", "soon", "--", "true").code())
                .isEqualTo(2);
    }

    /** What the configuration refuses is wrong usage where the command line says it, and is told by the name that it has there. */
    @Test
    void aValueThatTheConfigurationRefusesIsWrongUsage() throws Exception {
        usage(
                "--weight is 'x': it must be a whole number",
                "run",
                "--role",
                "r",
                "--shards",
                "2",
                "--weight",
                "x",
                "--",
                "true");
        usage("--strategy is 'foo': use one of", "serve", "--strategy", "foo");
        usage("--port is '70000': it must be 0 to 65535", "serve", "--port", "70000");
        usage("--db is 'mysql'", "serve", "--db", "mysql");
        usage("--db is 'mysql'", "doctor", "--db", "mysql");
        usage("--nodes is 0: use 1 to 9", "demo", "--nodes", "0");
        usage("'soon' must be a time like", "audit", "prune", "--older-than", "soon");

        Path file = Files.writeString(folder.resolve("baton.toml"), "[election]\nstrategy = 'foo'\n");
        Said said = run("serve", "--config", file.toString());
        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).startsWith("baton: election.strategy is 'foo'");
    }

    private static void usage(String sentence, String... arguments) {
        Said said = run(arguments);
        assertThat(said.code()).as(said.err()).isEqualTo(2);
        assertThat(said.err()).contains(sentence);
    }

    @Test
    void theJarSaysWhereTheChaosSuiteIsWhateverItWasTold() {
        Said said = run("chaos", "--seconds", "60", "--hostile", "x");

        assertThat(said.code()).isEqualTo(1);
        assertThat(said.err()).contains("chaos suite (--seconds 60 --hostile x)", "run ./baton chaos in a clone");
    }

    @Test
    void aRoleThatNoDatabaseKeepsIsRefusedBeforeAnythingIsStarted() {
        Said said = run("run", "--db", database, "--role", "not a role", "--", "true");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).startsWith("--role: role 'not a role' is not allowed");
    }

    @Test
    void scriptsOfTheCloneAreRunThere() throws Exception {
        Path script = Files.writeString(
                Files.createDirectories(folder.resolve("bench")).resolve("run"),
                "#!/bin/sh\nprintf '%s ' \"$@\" > said\n[ \"$1\" = good ]\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        SourceFolder clone = new SourceFolder(folder);

        assertThat(clone.run("bench/run", List.of("good", "--quick"))).isZero();
        assertThat(Files.readString(folder.resolve("said"))).isEqualTo("good --quick ");
        assertThat(clone.run("bench/run", List.of("bad"))).isEqualTo(1);
    }

    @Test
    void progressIsDrawnOverItself() {
        StringWriter drawn = new StringWriter();
        try (ProgressBar bar = new ProgressBar(new PrintWriter(drawn), true)) {
            bar.begins(1, 4, "CREATE INDEX one\n  ON two");
        }
        assertThat(drawn.toString()).contains("] 1/4 CREATE INDEX one ON two").endsWith("\r\u001B[K");
    }
}
