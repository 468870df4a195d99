package dev.baton.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What is left of old runs and attempts is shown to whoever asks a node for it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // none of the tests changes anything
class ByDayCommandsTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private TestNode node;

    @BeforeAll
    void sumsOfTwoDays() throws Exception {
        node = new TestNode("", url);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String values : List.of(
                    "'report', DATE '2026-01-14', 'completed', 24, 4800, 900",
                    "'report', DATE '2026-01-15', 'failed', 2, 60, 40",
                    "'invoices', DATE '2026-01-15', 'completed', 7, 70, 12")) {
                statement.execute("INSERT INTO baton_job_history"
                        + " (job_name, run_day, outcome, runs, total_ms, longest_ms, lease_epoch, holder_id)"
                        + " VALUES (" + values + ", 1, 'h')");
            }
            for (String values : List.of(
                    "'bank', DATE '2026-01-14', 'accepted', 31, 3100, 500",
                    "'shop', DATE '2026-01-15', 'rejected', 3, 33, 20")) {
                statement.execute("INSERT INTO submission_history"
                        + " (submission_target, attempt_day, outcome_status, attempts, total_ms, longest_ms)"
                        + " VALUES (" + values + ")");
            }
        }
    }

    @AfterAll
    void stop() throws Exception {
        node.close();
    }

    /** The rows of the table, without its head and with single blanks. */
    private List<String> rows(String... arguments) {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.addAll(List.of("--server", node.uri("/").toString()));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Commands.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(command.toArray(String[]::new));
        assertThat(code).as(err.toString()).isZero();
        return out.toString()
                .lines()
                .skip(1)
                .map(line -> line.replaceAll(" +", " "))
                .toList();
    }

    @Test
    void runsNewestDayFirst() {
        assertThat(rows("jobs", "by-day"))
                .containsExactly(
                        "2026-01-15 invoices completed 7 70 12",
                        "2026-01-15 report failed 2 60 40",
                        "2026-01-14 report completed 24 4800 900");
    }

    @Test
    void runsOfOneJobAndNotTooMany() {
        assertThat(rows("jobs", "by-day", "--job", "report"))
                .containsExactly("2026-01-15 report failed 2 60 40", "2026-01-14 report completed 24 4800 900");
        assertThat(rows("jobs", "by-day", "--job", "report", "--limit", "1"))
                .containsExactly("2026-01-15 report failed 2 60 40");
    }

    @Test
    void attemptsNewestDayFirstOrOfOneTarget() {
        assertThat(rows("intents", "by-day"))
                .containsExactly("2026-01-15 shop rejected 3 33 20", "2026-01-14 bank accepted 31 3100 500");
        assertThat(rows("intents", "by-day", "--target", "bank"))
                .containsExactly("2026-01-14 bank accepted 31 3100 500");
    }

    @Test
    void nothingIsSaidToBeNothing() {
        assertThat(rows("jobs", "by-day", "--job", "unknown")).containsExactly("(none)");
    }
}
