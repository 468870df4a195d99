package dev.baton.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.schema.TableNames;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every fenced transaction runs reads tables of ours alone. A view of the server costs more than the look at a row, may ask
 * for rights, and may answer nothing for a moment: then a healthy leader would be taken for a former one.
 */
class FenceViewsTest {

    /** Run by every fenced transaction, or by every one that finds a takeover under way. */
    private static final Set<String> HOT = Set.of(
            "fence-enter",
            "fences-enter",
            "fence-wait",
            "fence-shorten",
            "fence-shared",
            "fence-check",
            "fence-touch",
            "transaction-mark",
            "transaction-marked",
            "lock-timeout",
            "lock-timeout-read");

    /** The others, and when they are run. */
    private static final Map<String, String> SELDOM = Map.of(
            "lease-table", "once for each database: where the table of leases is",
            "fence-standing", "why the fence was not simply open to this transaction",
            "fence-rows", "the fence answered nothing",
            "fence-exclusive", "a takeover",
            "fence-exclusive-now", "a takeover that only looks",
            "fence-create", "the first takeover of a role",
            "fence-move", "a takeover",
            "blockers", "a takeover that is held up",
            "blockers-expel", "a takeover that is held up",
            "blockers-end", "a takeover that is held up");

    /**
     * Which history of the cluster a row belongs to is the cluster's state, and no variable has that: it stands among the figures
     * of status. A server that did not tell it would count as one of another history: what it does is refused, nothing let through.
     */
    private static final Set<String> OF_A_CLUSTER = Set.of("galera", "mysql-galera");

    private static final Pattern VIEW =
            Pattern.compile("(?i)\\b(information_schema|performance_schema|pg_catalog|mysql|sys)\\."
                    + "|\\bdm_\\w+|\\bpg_\\w+\\b(?!\\s*\\()|\\bsysprocesses\\b|\\bshow\\s");

    static Stream<Dialect> dialects() {
        return Dialects.all().stream();
    }

    private static SqlCatalog fences(Dialect dialect) {
        SqlSubjects subjects = new SqlSubjects(Dialects.class, "/dev/baton/sql", List.of("fences"));
        return new SqlCatalog(subjects, dialect.folders(), TableNames.DEFAULT);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void everyStatementOfTheFenceIsRunOftenOrSeldom(Dialect dialect) {
        assertThat(fences(dialect).names())
                .isNotEmpty()
                .allMatch(name -> HOT.contains(name) || SELDOM.containsKey(name));
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void whatEveryFencedTransactionRunsReadsNoViewOfTheServer(Dialect dialect) {
        SqlCatalog sql = fences(dialect);
        assertThat(sql.names().stream().filter(HOT::contains)).isNotEmpty();
        Stream<String> reading = sql.names().stream().filter(HOT::contains).filter(name -> readsAView(sql.text(name)));
        if (OF_A_CLUSTER.contains(dialect.folder())) {
            assertThat(reading).containsExactly("fence-check");
        } else {
            assertThat(reading).isEmpty();
        }
    }

    /** Not more than that exception says. */
    @Test
    void ofAClusterOnlyItsHistoryIsReadThere() {
        for (String folder : OF_A_CLUSTER) {
            Dialect dialect = Dialects.named(folder);
            String check = fences(dialect).text("fence-check");
            assertThat(check).containsPattern("(?i)global_status WHERE variable_name = 'wsrep_cluster_state_uuid'");
            assertThat(VIEW.matcher(check).results()).as(check).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT transaction_isolation_level FROM sys.dm_exec_sessions WHERE session_id = @@SPID",
                "SELECT 1 FROM pg_locks WHERE pid = pg_backend_pid()",
                "SELECT 1 FROM pg_catalog.pg_locks",
                "SELECT trx_id FROM information_schema.INNODB_TRX",
                "SELECT 1 FROM performance_schema.data_locks",
                "SHOW STATUS LIKE 'wsrep%'"
            })
    void catchesAViewOfTheServer(String planted) {
        assertThat(readsAView(planted)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT pg_try_advisory_xact_lock_shared(:key) WHERE pg_current_xact_id_if_assigned() IS NULL",
                "SELECT l.holder_id FROM baton_leases l -- unlike pg_locks",
                "EXEC @granted = sp_getapplock @Resource = @lock"
            })
    void takesNothingElseForOne(String harmless) {
        assertThat(readsAView(harmless)).isFalse();
    }

    private static boolean readsAView(String statement) {
        return VIEW.matcher(statement.replaceAll("--[^\\n]*", "")).find();
    }
}
