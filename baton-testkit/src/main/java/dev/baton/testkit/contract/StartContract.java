package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.Schema;
import dev.baton.sql.jdbc.Connections;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.ConcurrentRuns;
import dev.baton.testkit.FaultyDataSource;
import dev.baton.testkit.Node;
import dev.baton.testkit.PluggedDataSource;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Instances that start at the same moment: who comes second lacks nothing, is refused nothing and waits for nobody. */
public interface StartContract extends Contract {

    /** How often nodes start together on a fresh database; a hundred times with {@code -Dbaton.start.rounds=100}. */
    int ROUNDS = Integer.getInteger("baton.start.rounds", 2);

    int NODES = 10;

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void nodesStartTogetherOnAnEmptyDatabase(Strategy strategy) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestDatabase empty = database().another();
                    Cluster together = new Cluster(empty::dataSource)) {
                startTogether(together, strategy);
                LeaseTable tables = new LeaseTable(empty.dataSource());
                assertThat(tables.rows("SELECT version FROM baton_schema WHERE component = 'baton'", r -> r.getInt(1)))
                        .doesNotHaveDuplicates()
                        .hasSize(Schema.LEADERSHIP.version());
                assertThat(tables.history(role()))
                        .extracting(LeaseTable.Line::event)
                        .containsExactly("acquired");
            }
        }
    }

    private void startTogether(Cluster together, Strategy strategy) throws Exception {
        List<Node> nodes = ConcurrentRuns.run(NODES, i -> {
            Node node = together.node("n" + i);
            node.campaign(role(), strategy);
            return node;
        });
        List<Campaign> campaigns =
                nodes.stream().map(node -> node.baton().campaigns().get(0)).toList();
        Waits.until(
                "everybody has asked",
                () -> campaigns.stream().allMatch(c -> c.gate().isLeader() || c.attempts() >= 1));
        Waits.until(
                "one leads",
                () -> campaigns.stream().filter(c -> c.gate().isLeader()).count() == 1);
        assertThat(nodes)
                .flatMap(node -> node.events().all(Kind.LEADER_ACQUIRE_FAILED, role()))
                .as("a slow machine may be out of reach, but nobody fails because of another")
                .allMatch(failed -> failed.error().orElseThrow() instanceof SQLException e
                        && (Connections.isOutOfReach(e)
                                || (database().collidesAtCommit() && e instanceof SQLTransactionRollbackException)));
    }

    /** Nobody names a strategy, and the database cannot say what it can do: nothing is guessed, and nobody is stuck. */
    @Test
    default void strategyIsDecidedWhenTheDatabaseAnswersForTheFirstTime() throws Exception {
        PluggedDataSource away = new PluggedDataSource(database().stepByStep());
        away.unplug();
        Node late = cluster().node("late", away, settings -> settings);
        Campaign campaign = late.baton().campaign(role());
        Waits.until("it has asked in vain", () -> campaign.attempts() >= 2);
        assertThat(late.baton().strategy()).isEmpty();
        late.baton().campaign(role() + "-given-up").close();
        away.plugIn();
        assertThat(Node.leads(campaign).epoch()).isEqualTo(1);
        String label = database().hasSessionLocks() ? "session" : "lease";
        assertThat(late.baton().strategy()).get().extracting(Strategy::label).isEqualTo(label);
        assertThat(table().row(role()))
                .get()
                .extracting(LeaseTable.Row::strategy)
                .isEqualTo(label);
        campaign.close();
        assertThat(cluster().node("prompt").baton().campaign(role()).awaitLeadership(TestPatience.LONGEST_WAIT))
                .get()
                .extracting(LeaderToken::epoch)
                .isEqualTo(2L);
    }

    private static void failing(FaultyDataSource faulty, String statement, int times, String sqlState) {
        faulty.failStatements(statement, times, () -> new SQLException("planted by the test", sqlState));
    }

    @Test
    default void selfTestThatCollidesIsTriedAgain() {
        FaultyDataSource faulty = new FaultyDataSource(database().dataSource());
        failing(faulty, "UPDATE baton_leases", 3, "40001");
        failing(faulty, "DELETE FROM baton_nodes", 3, "40001");
        assertThatCode(() -> ManualCandidate.prepare(faulty.dataSource()).ready())
                .doesNotThrowAnyException();
    }

    @Test
    default void schemaThatCollidesIsTriedAgain() {
        try (TestDatabase empty = database().another()) {
            FaultyDataSource faulty = new FaultyDataSource(empty.dataSource());
            failing(faulty, "INSERT INTO baton_schema", 3, "40001");
            assertThatCode(() -> ManualCandidate.prepare(faulty.dataSource()).ready())
                    .doesNotThrowAnyException();
        }
    }

    /** It is waited for, like a database that is away. */
    @Test
    default void collisionThatStaysIsNoRefusal() {
        FaultyDataSource faulty = new FaultyDataSource(database().dataSource());
        failing(faulty, "UPDATE baton_leases", Integer.MAX_VALUE, "40001");
        assertThatThrownBy(() -> ManualCandidate.prepare(faulty.dataSource()).ready())
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("planted");
    }

    @Test
    default void refusalNamesRightsOnlyWhereTheyAreMissing() {
        FaultyDataSource faulty = new FaultyDataSource(database().dataSource());
        failing(faulty, "UPDATE baton_leases", 1, "22000");
        assertThatThrownBy(() -> ManualCandidate.prepare(faulty.dataSource()).ready())
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("do not work as they should (planted by the test)")
                .hasMessageNotContaining("grants");
    }
}
