package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code ./baton failures}, by its words. */
class FailuresCommandTest {

    @Test
    @Timeout(60)
    void helpIsPrintedAndNothingIsRun() {
        StringWriter said = new StringWriter();
        CommandLine command = new CommandLine(new Failures()).setOut(new PrintWriter(said));
        assertThat(command.execute("--help")).isZero();
        assertThat(said.toString()).contains("--journal", "--lanes", "some [SECONDS] [SEED] [ENGINE]");
    }

    @ParameterizedTest
    @Timeout(60)
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "mysql; there is no engine 'mysql': postgresql, h2, mariadb or all",
                "kills oracle; there is no engine 'oracle'",
                "h2 nothing-like-it; no scenario has 'nothing-like-it' in its name: [enqueue and complete,",
                "h2 accept accept-row NO_BUG; there is no bug 'NO_BUG': [NONE,",
                "histories one; 'one' is no number",
                "--lanes 0 h2; --lanes is 0: at least 1"
            })
    void wordsThatSayNothingAreRefusedAndNothingIsRun(String words, String why) {
        StringWriter said = new StringWriter();
        CommandLine command = new CommandLine(new Failures()).setErr(new PrintWriter(said));
        assertThat(command.execute(words.split(" "))).isEqualTo(2);
        assertThat(said.toString()).contains(why);
    }
}
