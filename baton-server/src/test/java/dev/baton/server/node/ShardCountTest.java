package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the server counts of shards that other programs lead, or should. */
class ShardCountTest {

    private static void awaitMetric(TestNode node, String line) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/metrics").body().contains(line));
    }

    /** However long it takes, the members live. */
    private static void awaitWhileMembersReport(TestNode node, LeaseTable sql, String line) {
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> {
            sql.update("UPDATE baton_shard_members SET seen_at = CURRENT_TIMESTAMP");
            return node.get("/metrics").body().contains(line);
        });
    }

    private static double figure(TestNode node, String metric) throws Exception {
        return node.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(metric.length() + 1)))
                .findFirst()
                .orElseThrow();
    }

    /** Four shards, led by whom the string says, one letter each; a dash is a leader who was an hour ago. */
    private static void lead(LeaseTable sql, String nodes) throws Exception {
        sql.update("DELETE FROM baton_leases WHERE lease_name LIKE 'orders.%'");
        for (int shard = 0; shard < nodes.length(); shard++) {
            String node = nodes.substring(shard, shard + 1);
            sql.update("INSERT INTO baton_leases (lease_name, holder_id, node_id, lease_epoch, acquired_at, renewed_at,"
                    + " expires_at, strategy, takeover) VALUES ('orders." + shard + "', 'h', '" + node
                    + "', 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, DATEADD(HOUR, " + (node.equals("-") ? -1 : 1)
                    + ", CURRENT_TIMESTAMP), 'lease', 'exclusive')");
        }
    }

    @Test
    void countsWhatIsUnevenWhatMovesAndForHowLongAShardIsWithoutLeader() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                TestNode node = new TestNode("", database.url())) {
            LeaseTable sql = new LeaseTable(database.dataSource());
            lead(sql, "aaab");
            sql.update("INSERT INTO baton_shard_groups VALUES"
                    + " ('orders', 1, 4, 4, 'active', 1, 1, 'h', CURRENT_TIMESTAMP)");
            for (String member : List.of("a", "b")) {
                sql.update("INSERT INTO baton_shard_members VALUES ('orders', '" + member
                        + "', 'h', 1, 'open', 1, CURRENT_TIMESTAMP)");
            }
            for (int shard = 0; shard < 4; shard++) { // without a plan the layout would have to end
                sql.update("INSERT INTO baton_shard_plan VALUES ('orders', " + shard + ", '" + "abab".charAt(shard)
                        + "', '', '', CURRENT_TIMESTAMP, 1)");
            }
            awaitWhileMembersReport(node, sql, "baton_shards_uneven 1.0");
            assertThat(figure(node, "baton_shards_moved_total")).isZero();

            lead(sql, "abab");
            awaitWhileMembersReport(node, sql, "baton_shards_uneven 0.0");
            awaitWhileMembersReport(node, sql, "baton_shards_moved_total 1.0");

            assertThat(node.get("/metrics").body()).contains("baton_shards_work_skew NaN");
            sql.update("INSERT INTO baton_shard_work VALUES ('orders', 'a', 'h', 1, 60000, '0:540 2:60',"
                    + " DATEADD(HOUR, 1, CURRENT_TIMESTAMP))"); // 10 a second, and none of b's
            awaitWhileMembersReport(node, sql, "baton_shards_work_skew 2.0");

            lead(sql, "ab-b");
            awaitWhileMembersReport(node, sql, "baton_shards_without_leader 1.0");
            assertThat(figure(node, "baton_shards_unled_seconds")).isBetween(3_600.0, 4_600.0);
            lead(sql, "abbb");
            awaitWhileMembersReport(node, sql, "baton_shards_moved_total 2.0");
        }
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
            assertThat(figure(node, "baton_shards_unled_seconds"))
                    .as("nobody ever led the other")
                    .isZero();

            sql.update("DELETE FROM baton_shard_members");
            awaitMetric(node, "baton_shards_without_leader 0.0");
        }
    }
}
