package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide calls nothing tested that no suite runs on, and leaves no suite out. */
class TestedEngineTest {

    private static final List<TestedEngine> TABLE = TestedEngine.parse(TestedEngine.file("docs/guides/databases.md"));

    @Test
    void everyLineIsSo() {
        assertThat(TABLE).hasSizeGreaterThan(7);
        assertThat(TABLE.stream().flatMap(line -> line.wrong().stream())).isEmpty();
    }

    @Test
    void everySuiteIsInIt() {
        Stream<String> classes =
                TestedEngine.classes().map(file -> file.getFileName().toString().replace(".java", ""));
        Stream<String> databases = TestedEngine.all(
                Pattern.compile("(?m)^    ([A-Z0-9]+) \\{$"),
                TestedEngine.file("baton-submissions/src/test/java/dev/baton/submissions/Databases.java"))
                .stream();
        assertThat(TABLE.stream().flatMap(line -> line.suites().stream()).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(classes, databases).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| PostgreSQL | 12 | `PostgresContractTest` | `.ci/run` |",
                "| PostgreSQL | 17 | `PostgresContractTest` | every build |",
                "| PostgreSQL | 13, 14 | `PostgresContractTest` | `.ci/run` |",
                "| PostgreSQL | 13, 14, 15, 16, 17 | `PostgresContractTest` | by command |",
                "| MySQL | 8.4 | `MySqlContractTest` | `.ci/run` |",
                "| MySQL | 9.7 | `MySqlContractTest` | by command |",
                "| MariaDB | 11.8 | `MariaDbContractTest` | every build where it is installed |",
                "| MariaDB | as installed | `MARIADB` | every build |",
                "| Galera | as installed | `GaleraJobsTest` | every build where it is installed |",
                "| Galera | as installed | `GALERA` | every build where it is installed |",
                "| Galera | as installed | `MySqlJobsTest` | `.ci/run` |",
                "| PostgreSQL | 13 | `MySqlContractTest` | `.ci/run` |",
                "| SQL Server | as given | `SqlServerContractTest` | `.ci/run` |",
                "| SQL Server | 2022 | `SqlServerContractTest` | where one is given |",
                "| CockroachDB | as installed | `CockroachContractTest` | every build |",
            })
    void catchesWhatNoSuiteHasSeen(String planted) {
        assertThat(TestedEngine.parse(planted))
                .hasSize(1)
                .allMatch(line -> !line.wrong().isEmpty());
    }
}
