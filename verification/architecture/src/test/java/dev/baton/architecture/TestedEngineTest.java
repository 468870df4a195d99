package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide and README call nothing tested that no suite of ours has seen, and leave no suite out. */
class TestedEngineTest {

    private static final String GUIDE = "docs/guides/databases.md";
    private static final List<TestedEngine> TABLE = TestedEngine.parse(TestedEngine.file(GUIDE));

    @Test
    void everyLineIsSo() {
        assertThat(TABLE).hasSizeGreaterThan(10);
        assertThat(TABLE.stream().flatMap(line -> line.wrong().stream())).isEmpty();
    }

    @Test
    void everySuiteIsInIt() {
        assertThat(TestedEngine.ofOneEngine())
                .hasSizeGreaterThan(30)
                .isSubsetOf(TABLE.stream()
                        .flatMap(line -> line.suites().values().stream())
                        .flatMap(List::stream)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| PostgreSQL | 12 | `PostgresContractTest` | – | – | – | – | – | `.ci/run` |",
                "| PostgreSQL | 17 | `PostgresContractTest` | – | – | – | – | – | every build |",
                "| PostgreSQL | 13, 14 | `PostgresContractTest` | – | – | – | – | – | `.ci/run` |",
                "| PostgreSQL | 13 | `MySqlContractTest` | – | – | – | – | – | `.ci/run` |",
                "| PostgreSQL | 13 | – | – | – | `PostgresLeaseShardsTest` | – | – | `.ci/run` |",
                "| PostgreSQL | 13 | – | – | `HeldRowTest.POSTGRESQL` | – | – | – | `.ci/run` |",
                "| PostgreSQL | 13 | – | `GaleraJobsTest` | – | – | – | – | `.ci/run` |",
                "| PostgreSQL | 13 | – | – | – | – | `PostgresAlertsTest` | – | by `.ci/with-postgres 13 .ci/engines` |",
                "| PostgreSQL | 13 | – | – | – | `PostgresShardsTest` | – | – | by `.ci/with-oracle 13 .ci/engines` |",
                "| PostgreSQL | 13 | – | – | – | `PostgresShardsTest` | – | – | by command |",
                "| PostgreSQL | 12 | – | – | – | `PostgresShardsTest` | – | – | by `.ci/with-postgres 12 .ci/engines` |",
                "| PostgreSQL | 13, 14, 15, 16, 17 | – | `PostgresJobsTest` | – | – | – | – | by `.ci/with-postgres VERSION .ci/engines` |",
                "| PostgreSQL | 18 | – | `PostgresContractTest` | – | – | – | – | every build |",
                "| PostgreSQL under Patroni | 18 | `PatroniTest` | – | – | – | – | – | `.ci/run` |",
                "| PostgreSQL under Patroni | as installed | `PatroniTest` | – | – | – | – | – | every build |",
                "| MySQL | 8.4 | `MySqlContractTest` | – | – | – | – | – | `.ci/run` |",
                "| MySQL | 9.7 | `MySqlContractTest` | – | – | – | – | – | by command |",
                "| MySQL | 9.7 | – | – | – | – | `MySqlAlertsTest` | – | `.ci/run` |",
                "| MySQL by MariaDB's driver | 9.7 | – | `MySqlJobsTest` | – | – | – | – | `.ci/run` |",
                "| MariaDB | 11.8 | `MariaDbContractTest` | – | – | – | – | – | every build where it is installed |",
                "| MariaDB | as installed | – | – | `MARIADB` | – | – | – | every build |",
                "| MariaDB | as installed | – | – | – | – | – | `UpgradeTest.h2` | every build where it is installed |",
                "| Galera | as installed | – | `GaleraJobsTest` | – | – | – | – | every build where it is installed |",
                "| Galera | as installed | – | – | `HeldRowTest.GALERA` | – | – | – | `.ci/run` |",
                "| Galera | as installed | – | – | – | – | – | `RunLogsTest.onGalera` | `.ci/run` |",
                "| Galera | as installed | – | – | – | – | – | `StartTogetherTest.onMariaDb` | `.ci/run` |",
                "| Galera | as installed | – | – | – | – | – | `UpgradeTest.galera` | every build where it is installed |",
                "| SQL Server | as given | `SqlServerContractTest` | – | – | – | – | – | `.ci/run` |",
                "| SQL Server | as given | `SqlServerContractTest` | – | – | – | – | – | every build |",
                "| SQL Server | as given | `SqlServerContractTest` | – | – | – | – | – | where one is given |",
                "| SQL Server | 2022 | `SqlServerContractTest` | – | – | – | – | – | not by us: where `BATON_TEST_SQLSERVER_URL` names one |",
                "| MySQL | as given | `MySqlContractTest` | – | – | – | – | – | not by us: where `BATON_TEST_MYSQL_URL` names one |",
                "| CockroachDB | as installed | `CockroachContractTest` | – | – | – | – | – | every build |",
            })
    void catchesWhatNoSuiteHasSeen(String planted) {
        assertThat(TestedEngine.parse(planted))
                .hasSize(1)
                .allMatch(line -> !line.wrong().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {GUIDE, "README.md"})
    void aPageSaysOfEveryDatabaseWhatTheLinesSay(String page) {
        String text = TestedEngine.file(page);
        assertThat(TestedEngine.untrue(text, TABLE)).isEmpty();
        assertThat(TestedEngine.untrue(text.replace(" " + TestedEngine.NOBODY + " |", " tested |"), TABLE))
                .as("%s has databases that nothing of ours runs", page)
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| SQL Server 2019 and later | yes | tested in every build |",
                "| SQL Server 2019 and later | yes | |",
                "| PostgreSQL 13 and later | yes | PostgreSQL 13: every build |",
                "| – Amazon RDS, Aurora | yes | PostgreSQL 18: every build |",
                "| Galera cluster | yes | Galera: `.ci/run` |",
                "| MariaDB 10.11, MySQL 8.0.22 | yes | MySQL 9.7: `.ci/run` |",
            })
    void catchesATestedThatIsNotSo(String planted) {
        String header = "| | fence | leadership tried |\n|---|---|---|\n";
        assertThat(TestedEngine.untrue(header + planted, TABLE)).hasSize(1);
        assertThat(TestedEngine.untrue(header + "| CockroachDB | no | not by us |", TABLE))
                .isEmpty();
    }
}
