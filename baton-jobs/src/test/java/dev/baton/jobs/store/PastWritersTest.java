package dev.baton.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without row versions, a look of SQL Server's waits for every row that an open transaction has written. */
class PastWritersTest {

    private static final String PASSING = "baton_jobs WITH (READPAST, READCOMMITTEDLOCK)";

    /** Looks that come again, or whose rows are changed only if they are as they were seen. */
    private static final Set<String> LOOKS = Set.of(
            "lane-next",
            "claim-select",
            "claim-take",
            "next-due",
            "cancel-asked",
            "unhandled",
            "reclaim-select",
            "reclaim-lock",
            "cron-due",
            "cron-next",
            "figures-count",
            "age-dead",
            "prune-ended",
            "old-dead",
            "old-ended",
            "prune-one");

    @Test
    void whatIsLookedForAgainPassesWritersOnSqlServer() {
        SqlCatalog catalog = catalog("sqlserver");
        Set<String> passing = catalog.names().stream()
                .filter(name -> catalog.text(name).contains(PASSING))
                .collect(Collectors.toCollection(TreeSet::new));
        passing.remove("beat-lock"); // a heartbeat, which asks again in another way what it has passed
        assertThat(passing).containsExactlyInAnyOrderElementsOf(LOOKS);
    }

    /** Each place where a look reads jobs, not only its first one. */
    @Test
    void noLookHasAPlaceWhereItWaits() {
        SqlCatalog catalog = catalog("sqlserver");
        assertThat(LOOKS)
                .allSatisfy(name ->
                        assertThat(catalog.text(name).replace(PASSING, "")).doesNotContainPattern("\\bbaton_jobs\\b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"babelfish", "postgresql", "mariadb", "mysql", "h2"})
    void whereReadersDoNotWaitForWritersNothingIsPassed(String dialect) {
        SqlCatalog catalog = catalog(dialect);
        assertThat(LOOKS)
                .filteredOn(catalog.names()::contains)
                .allSatisfy(name -> assertThat(catalog.text(name)).doesNotContain("READPAST"));
    }

    /** They are asked once, and what they did not see would be a wrong answer. */
    @ParameterizedTest
    @ValueSource(
            strings = {"mine", "still-mine", "find-unique", "finished-already", "job-show", "job-list", "many-next"})
    void whatIsAskedOnceWaits(String name) {
        assertThat(catalog("sqlserver").text(name)).doesNotContain("READPAST");
    }

    private static SqlCatalog catalog(String dialect) {
        return new SqlCatalog(JobDatabase.SUBJECTS, Dialects.named(dialect).folders(), TableNames.DEFAULT);
    }
}
