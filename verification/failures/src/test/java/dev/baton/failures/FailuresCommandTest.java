package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
}
