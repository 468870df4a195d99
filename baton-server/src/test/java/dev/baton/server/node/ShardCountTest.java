package dev.baton.server.node;

import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import org.junit.jupiter.api.Test;

/** What the server counts of shards that other programs lead, or should. */
class ShardCountTest {

    private static void awaitMetric(TestNode node, String line) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/metrics").body().contains(line));
    }

    @Test
    void countsWhatNobodyLeadsUntilItIsLedOrItsNodesHaveSignedOff() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                TestNode node = new TestNode("", database.url())) {
            LeaseTable sql = new LeaseTable(database.dataSource());
            awaitMetric(node, "baton_shards_without_leader 0.0");
            sql.update("INSERT INTO baton_shard_groups VALUES"
                    + " ('orders', 1, 2, 2, 'active', 1, 1, 'h', CURRENT_TIMESTAMP)");
            sql.update("INSERT INTO baton_shard_members VALUES ('orders', 'a', 'h', 1, 'open', 1, CURRENT_TIMESTAMP)");
            for (int shard = 0; shard < 2; shard++) {
                sql.update("INSERT INTO baton_shard_plan VALUES" + " ('orders', " + shard
                        + ", 'a', '', '', CURRENT_TIMESTAMP, 1)");
            }
            awaitMetric(node, "baton_shards_without_leader 2.0");

            sql.update("INSERT INTO baton_leases (lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at,"
                    + " expires_at, strategy, takeover) VALUES ('orders.1', 'h2', 'b', 1, CURRENT_TIMESTAMP,"
                    + " CURRENT_TIMESTAMP, DATEADD(HOUR, 1, CURRENT_TIMESTAMP), 'lease', 'exclusive')");
            awaitMetric(node, "baton_shards_without_leader 1.0");
            awaitMetric(node, "baton_shards_to_move 1.0");

            sql.update("DELETE FROM baton_shard_members");
            awaitMetric(node, "baton_shards_without_leader 0.0");
        }
    }
}
