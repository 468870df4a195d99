package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.testkit.ConcurrentRuns;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.StartContract;
import dev.baton.testkit.contract.Waits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whole nodes, with submissions, jobs, alerts and the server's own tables, that start at the same moment. */
class StartTogetherTest {

    private static final int NODES = 10;

    @Test
    void onH2() throws Exception {
        startTogether(H2Database.fresh());
    }

    @Test
    void onPostgres() throws Exception {
        startTogether(PostgresDatabase.fresh());
    }

    @Test
    void onMariaDb() throws Exception {
        startTogether(MariaDbDatabase.fresh());
    }

    /** Each node with the next server: what one of them locks for itself keeps nobody on another from anything. */
    @Test
    void onGalera() throws Exception {
        startTogether(GaleraDatabase.freshWhereAllIsTried());
    }

    @Test
    void onMySql() throws Exception {
        startTogether(GivenDatabase.mySqlByMariaDbsDriver());
    }

    @Test
    void onSqlServer() throws Exception {
        startTogether(GivenDatabase.sqlServer());
    }

    private static void startTogether(TestDatabase server) throws Exception {
        try (server) {
            for (int round = 0; round < StartContract.ROUNDS; round++) {
                try (TestDatabase empty = server.another()) {
                    List<Node> nodes = ConcurrentRuns.run(NODES, i -> node(empty));
                    try {
                        assertOneCluster(nodes, new LeaseTable(empty.dataSource()));
                        assertNames(nodes, empty);
                    } finally {
                        ConcurrentRuns.run(NODES, i -> {
                            nodes.get(i).close();
                            return i;
                        });
                    }
                }
            }
        }
    }

    private static Node node(TestDatabase database) {
        Configuration configuration = new ConfigReader(
                        Map.of(), Map.of("database.url", database.url(), "database.pool_size", "4"))
                .read(Optional.empty());
        return new Node(configuration, configuration.database().url().orElseThrow());
    }

    private static void assertOneCluster(List<Node> nodes, LeaseTable tables) throws Exception {
        List<String> roles = nodes.get(0).baton().campaigns().stream()
                .map(campaign -> campaign.role())
                .toList();
        assertThat(roles).isNotEmpty();
        for (String role : roles) {
            Waits.until("one leads " + role, () -> leaders(nodes, role) == 1);
        }
        Waits.until(
                "all are known, and the job that all define is there",
                () -> tables.rows("SELECT node_id FROM baton_nodes", r -> 1).size() == NODES
                        && tables.rows("SELECT id FROM baton_jobs", r -> 1).size() == 1);
        assertThat(tables.rows("SELECT component, version FROM baton_schema", r -> r.getString(1) + " " + r.getInt(2)))
                .doesNotHaveDuplicates();
        assertThat(tables.rows(
                        "SELECT DISTINCT component FROM baton_schema WHERE component <> 'history'",
                        r -> r.getString(1)))
                .containsExactlyInAnyOrder("baton", "submissions", "jobs", "alerts", "shards", "server", "audit");
    }

    /** Names that nobody gave are told apart by the URL that nodes of one machine have in common. Here each has its own on Galera. */
    private static void assertNames(List<Node> nodes, TestDatabase database) {
        if (!database.dialect().equals("galera")) {
            assertThat(nodes).extracting(node -> node.baton().nodeId()).doesNotHaveDuplicates();
        }
    }

    private static long leaders(List<Node> nodes, String role) {
        return nodes.stream()
                .flatMap(node -> node.baton().campaigns().stream())
                .filter(campaign ->
                        campaign.role().equals(role) && campaign.gate().isLeader())
                .count();
    }
}
