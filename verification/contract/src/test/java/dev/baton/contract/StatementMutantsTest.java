package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Every word of the statements behind fence and takeover that matters is changed, one at a time, and a play has to go wrong.
 * Who lives has a reason in its list. A minute for each database: on demand, {@code -Dbaton.mutants=true}.
 */
@EnabledIfSystemProperty(named = "baton.mutants", matches = "true", disabledReason = "a minute for each database")
class StatementMutantsTest {

    @Test
    void postgres() throws Exception {
        hunt(PostgresDatabase.fresh(), List.of("everywhere", "postgresql"));
    }

    @Test
    void mariaDb() throws Exception {
        hunt(MariaDbDatabase.fresh(), List.of("everywhere", "rows", "innodb", "mariadb"));
    }

    @Test
    void mySql() throws Exception {
        hunt(GivenDatabase.mySql(), List.of("everywhere", "rows", "innodb", "mysql"));
    }

    @Test
    void galera() throws Exception {
        hunt(GaleraDatabase.fresh().onOneServer(), List.of("everywhere", "rows", "innodb", "galera"));
    }

    @Test
    void h2() throws Exception {
        hunt(H2Database.fresh(), List.of("everywhere", "rows", "h2"));
    }

    private static void hunt(TestDatabase fresh, List<String> lists) throws Exception {
        MutantDataSource changed = new MutantDataSource(fresh.dataSource());
        try (TestDatabase database = fresh;
                Cluster cluster = new Cluster(changed.dataSource())) {
            Map<String, FenceScenarios.Play> plays = new FenceScenarios(database, changed, cluster).plays();
            new LeaseTable(database.dataSource()).update("CREATE TABLE acts (x int)");
            assertThat(firstToFail(plays)).as("without a mutant").isEmpty();
            var sql = Dialects.leadership(Dialects.named(database.dialect()), TableNames.DEFAULT);
            List<String> wrong = new ArrayList<>();
            for (StatementMutant mutant : StatementMutant.of(sql, lists)) {
                changed.plant(mutant);
                Optional<String> found = firstToFail(plays);
                changed.plant(null);
                System.out.println(mutant + (found.isPresent() ? "\n    found by: " + found.get() : "\n    LIVES"));
                if (found.isPresent() != mutant.livesBecause().isEmpty()
                        || found.filter(why -> why.contains("syntax")).isPresent()) {
                    wrong.add(mutant + " " + found);
                }
            }
            assertThat(wrong).isEmpty();
        }
    }

    private static Optional<String> firstToFail(Map<String, FenceScenarios.Play> plays) {
        for (Map.Entry<String, FenceScenarios.Play> play : plays.entrySet()) {
            try {
                play.getValue().act();
            } catch (Exception | AssertionError e) {
                return Optional.of(play.getKey() + ": "
                        + String.valueOf(e.getMessage()).strip().replace('\n', ' '));
            }
        }
        return Optional.empty();
    }
}
