package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds exactly the code of the five-minute guide, and does what the guide does: two processes, kill -9, a stale write. */
class GuideTest {

    private static final Pattern FILE =
            Pattern.compile("<!-- file: (\\S+) -->\\n```\\w+\\n(.*?)\\n```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private static Path guide() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/guides/five-minutes.md"))) {
            at = at.getParent();
        }
        return at.resolve("docs/guides/five-minutes.md");
    }

    private Map<String, String> files() throws Exception {
        return FILE.matcher(Files.readString(guide()))
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
    }

    private void build() throws Exception {
        List<String> sources =
                new ArrayList<>(List.of("-d", folder.resolve("classes").toString(), "-parameters", "-proc:none"));
        sources.addAll(List.of("-cp", System.getProperty("java.class.path")));
        for (Map.Entry<String, String> file : files().entrySet()) {
            Path to = file.getKey().startsWith("src/main/resources/")
                    ? folder.resolve("classes").resolve(file.getKey().substring("src/main/resources/".length()))
                    : folder.resolve(file.getKey());
            Files.createDirectories(to.getParent());
            Files.writeString(to, file.getValue());
            if (file.getKey().endsWith(".java")) {
                sources.add(to.toString());
            }
        }
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, sources.toArray(String[]::new));
        assertThat(result).as("javac").isZero();
    }

    private Process start(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                folder.resolve("classes") + java.io.File.pathSeparator + System.getProperty("java.class.path"),
                "com.example.ReportsApplication",
                "--spring.main.web-application-type=none",
                "--spring.flyway.enabled=false",
                "--spring.liquibase.enabled=false"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("DATABASE_URL", database.url());
        builder.redirectOutput(
                folder.resolve("out-" + processes.size() + ".txt").toFile());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private String output(int process) throws Exception {
        return Files.readString(folder.resolve("out-" + process + ".txt"));
    }

    private long highest(String column) {
        try (Connection connection = database.dataSource().getConnection();
                ResultSet row = connection
                        .createStatement()
                        .executeQuery("SELECT coalesce(max(" + column + "), 0) FROM reports")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            return 0; // no table yet
        }
    }

    private void awaitTerm(int epoch) {
        Awaitility.await("a report of term " + epoch)
                .atMost(TestPatience.LONGEST_WAIT.multipliedBy(2))
                .until(() -> highest("epoch") >= epoch);
    }

    @Test
    void electsFailsOverOnKillAndRefusesAStaleWrite() throws Exception {
        build();
        Process first = start();
        awaitTerm(1);
        start();
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT.multipliedBy(2))
                .until(() -> output(1).contains("Started ReportsApplication"));
        assertThat(output(1)).doesNotContain("reported in term");

        first.destroyForcibly().waitFor(60, TimeUnit.SECONDS); // SIGKILL
        awaitTerm(2);
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> output(1).contains("reported in term 2"));

        String holder = output(0)
                .lines()
                .filter(line -> line.startsWith("reported in term 1 as "))
                .map(line -> line.substring("reported in term 1 as ".length()))
                .findFirst()
                .orElseThrow();
        start("--stale=" + holder, "--logging.level.root=warn");
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT.multipliedBy(2))
                .until(() -> output(2).contains("refused: ") || output(2).contains("written by a stale leader"));
        assertThat(output(2)).contains("refused: token reporter#1@" + holder + " is stale: the role is at epoch 2");
    }

    @Test
    void itsProjectNamesTheStarter() throws Exception {
        assertThat(files().get("pom.xml"))
                .contains("<artifactId>baton-spring-boot-starter</artifactId>", "<version>3.5.16</version>");
    }
}
