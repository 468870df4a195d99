package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code .ci/run} takes from the guide: which suites it has to run, and that they did. */
class TestedSuitesTest {

    private static final String TABLE = """
            | MariaDB | as installed | `MariaDbContractTest` | – | `MARIADB` | – | – | `UpgradeTest.mariaDb` | every build where it is installed |
            | Galera | as installed | – | `GaleraJobsTest` | `ExecuteTest.GALERA` | – | – | `UpgradeTest.galera` | `.ci/run` |
            | MySQL | 9.7 | `MySqlContractTest` | – | – | – | – | – | `.ci/run` |
            | PostgreSQL | 14 | `PostgresContractTest` | – | – | – | – | – | by `.ci/with-postgres 14 .ci/engines` |
            """;
    private static final String INSTALLED = "every build where it is installed";

    private static final Pattern RAN = Pattern.compile("(?m)^(?:.*\\|\\| )?ran (.*)$");
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\S+");

    @TempDir
    private Path root;

    @BeforeEach
    void aBuildThatRanAll() throws IOException {
        report("verification/contract", "MariaDbContractTest", "fence()", "takeover() skipped");
        report("baton-submissions", "ExecuteTest", "once(Databases)[1] POSTGRESQL", "once(Databases)[2] MARIADB");
        report("baton-submissions", "AcceptTest", "kept(Databases)[1] MARIADB", "kept(Databases)[2] GALERA skipped");
        report("baton-submissions", "SettingsTest", "nothing of a database");
        report("baton-server", "UpgradeTest", "h2()", "mariaDb()", "mariaDbSinceShards() skipped");
    }

    private void report(String module, String suite, String... tests) throws IOException {
        Path folder = Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
        String cases = Arrays.stream(tests)
                .map(test -> "<testcase name=\"" + test.replace(" skipped", "") + "\">"
                        + (test.endsWith(" skipped") ? "<skipped message=\"\"/>" : "") + "</testcase>")
                .collect(Collectors.joining());
        Files.writeString(folder.resolve("TEST-dev.baton." + suite + ".xml"), "<testsuite>" + cases + "</testsuite>");
    }

    private List<String> missing(String where, String... engines) throws IOException {
        return TestedSuites.missing(TestedSuites.lines(TABLE, where, List.of(engines)), new SuiteReports(root));
    }

    @Test
    void whatRanIsNotMissing() throws IOException {
        assertThat(missing(INSTALLED)).isEmpty();
        assertThat(missing(INSTALLED, "MariaDB")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    verification/contract | MariaDbContractTest | fence() skipped | all of it was skipped in MariaDbContractTest
                    baton-submissions | ExecuteTest | once(Databases)[2] MARIADB skipped | all of it was skipped in ExecuteTest
                    baton-server | UpgradeTest | mariaDb() skipped | all of it was skipped in UpgradeTest
                    baton-server | UpgradeTest | mariaDbSinceShards() | it did not run
                    """)
    void whatWasSkippedOrLeftOutIsNamed(String module, String suite, String test, String fault) throws IOException {
        report(module, suite, test);
        assertThat(missing(INSTALLED))
                .singleElement()
                .asString()
                .startsWith("docs/guides/databases.md says that ")
                .contains(" runs on MariaDB, " + INSTALLED)
                .endsWith(fault);
    }

    @Test
    void whatIsNotThereIsNamed() throws IOException {
        Files.delete(
                root.resolve("verification/contract/target/surefire-reports/TEST-dev.baton.MariaDbContractTest.xml"));
        assertThat(missing(INSTALLED)).singleElement().asString().contains("MariaDbContractTest", "did not run");
        assertThat(missing(".ci/run", "Galera")).hasSize(3);
        assertThat(missing(".ci/run")).hasSize(4);
    }

    @Test
    void namesAreWhatEnginesWants() {
        assertThat(TestedSuites.names(TestedSuites.lines(TABLE, ".ci/run", List.of("Galera"))))
                .containsExactly("GaleraJobsTest", "ExecuteTest", "UpgradeTest#galera");
        assertThat(TestedSuites.names(TestedSuites.lines(TABLE, INSTALLED, List.of())))
                .contains("AcceptTest", "ExecuteTest", "MariaDbContractTest");
    }

    /** Else it would ask for nothing, and find nothing missing. */
    @Test
    void aNameThatNoLineHasFindsNone() {
        assertThat(TestedSuites.lines(TABLE, ".ci/run", List.of("Galera", "Oracle")))
                .isEmpty();
        assertThat(TestedSuites.lines(TABLE, "every build", List.of())).isEmpty();
    }

    /** Of what a machine of its own has. What is given by others, or is done by a command, tells of itself in the last column. */
    @Test
    void theCheckLooksAfterEveryLine() {
        List<TestedEngine> table = TestedEngine.parse(TestedEngine.file(TestedSuites.GUIDE));
        assertThat(unasked(table, TestedEngine.file(".ci/run"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ran \"every build\"",
                "ran .ci/run PostgreSQL Galera",
                "ran .ci/run \"PostgreSQL under Patroni\""
            })
    void catchesALineThatTheCheckDoesNotLookAfter(String left) {
        List<TestedEngine> table = TestedEngine.parse(TestedEngine.file(TestedSuites.GUIDE));
        String run = TestedEngine.file(".ci/run");
        assertThat(run).contains(left);
        assertThat(unasked(table, run.replace(left + "\n", "\n"))).isNotEmpty();
    }

    private static List<String> unasked(List<TestedEngine> table, String run) {
        List<List<String>> asked = RAN.matcher(run)
                .results()
                .map(ran -> WORD.matcher(ran.group(1))
                        .results()
                        .map(word -> word.group().replace("\"", ""))
                        .toList())
                .toList();
        return table.stream()
                .filter(line -> !line.where().startsWith("by ") && !line.where().startsWith(TestedEngine.NOBODY))
                .filter(line -> asked.stream().noneMatch(words -> asks(words, line)))
                .map(line -> line.engine() + ", " + line.where())
                .toList();
    }

    private static boolean asks(List<String> words, TestedEngine line) {
        return words.get(0).equals(line.where().replace("`", ""))
                && (words.size() == 1 || words.contains(line.engine()));
    }
}
