package dev.baton.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {
    private static final Instant START = Instant.parse("2026-01-01T10:00:00Z");
    private static final String RAN = "<testcase name='ran' classname='a.B'/>";

    @TempDir
    Path root;

    @Test
    void saysThatEveryTestRan() throws IOException {
        report("core", RAN);

        assertThat(printed()).containsExactly("every test ran");
    }

    @Test
    void doesNotCallAnEmptyBuildComplete() throws IOException {
        assertThat(printed()).containsExactly("no test ran");
    }

    @Test
    void givesTheReasonOfADisabledTest() throws IOException {
        report("core", RAN + "<testcase name='off' classname='a.B$C'><skipped message='too &lt;slow&gt;'/></testcase>");

        assertThat(printed()).containsExactly("not run here: a.B$C.off: too <slow>");
    }

    @Test
    void givesTheReasonOfAFailedAssumption() throws IOException {
        report("verification/contract", """
                <testcase name='one' classname='a.B'>
                  <skipped type='x.Aborted'><![CDATA[x.Aborted: Assumption failed: no server
                \tat a.B.one(B.java:7)
                ]]></skipped>
                </testcase>
                <testcase name='two(int)[1]' classname='a.B'>
                  <skipped type='x.Aborted'><![CDATA[x.Aborted:\s
                Assumption failed: no server,
                no client
                \tat a.B.two(B.java:8)
                ]]></skipped>
                </testcase>
                <testcase name='three' classname='a.B'>
                  <skipped type='x.Aborted'><![CDATA[x.Aborted
                \tat a.B.three(B.java:9)
                ]]></skipped>
                </testcase>
                """);

        assertThat(printed())
                .containsExactly(
                        "not run here: a.B.one: no server",
                        "not run here: a.B.two(int)[1]: no server, no client",
                        "not run here: a.B.three: no reason given");
    }

    @Test
    void readsEveryModule() throws IOException {
        report("sql", "<testcase name='t' classname='b.C'><skipped message='second'/></testcase>");
        report("core", "<testcase name='t' classname='a.B'><skipped message='first'/></testcase>");

        assertThat(printed()).containsExactly("not run here: a.B.t: first", "not run here: b.C.t: second");
    }

    @Test
    void leavesOutReportsOfEarlierBuilds() throws IOException {
        Path old = report("core", "<testcase name='t' classname='a.B'><skipped message='old'/></testcase>");
        Files.setLastModifiedTime(old, FileTime.from(START.minusSeconds(1)));
        report("sql", RAN);

        assertThat(printed()).containsExactly("every test ran");
    }

    @Test
    void leavesOutFilesThatOnlyLookLikeReports() throws IOException {
        Path copy = Files.createDirectories(root.resolve("core/src/test/resources/target/surefire-reports"));
        Files.writeString(copy.resolve("TEST-a.B.xml"), "not XML");
        report("sql", RAN);

        assertThat(printed()).containsExactly("every test ran");
    }

    @Test
    void namesAReportThatItCannotRead() throws IOException {
        Path broken = report("core", "<testcase");

        assertThatThrownBy(this::printed).isInstanceOf(IOException.class).hasMessageContaining(broken.toString());
    }

    private Path report(String module, String testCases) throws IOException {
        Path directory = Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
        Path file = Files.writeString(
                directory.resolve("TEST-a.B.xml"), "<testsuite name='a.B'>" + testCases + "</testsuite>");
        return Files.setLastModifiedTime(file, FileTime.from(START));
    }

    private String[] printed() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SkippedTests.readFrom(root, START).print(new PrintStream(bytes, true, UTF_8));
        return bytes.toString(UTF_8).lines().toArray(String[]::new);
    }
}
