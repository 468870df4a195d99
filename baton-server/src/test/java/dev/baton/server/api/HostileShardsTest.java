package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Groups as nobody would make them, and requests as nobody would send them: an answer in words, and the others are shown. */
class HostileShardsTest {

    private static final List<String> ODD_NAMES =
            List.of("a'b\"c", "per%cent", "sla/sh", "Grüße", "日本語", "<script>", "orders.1", "orders.coordinator");

    private static void group(LeaseTable sql, String name, int shards) throws Exception {
        String quoted = "'" + name.replace("'", "''") + "'";
        sql.update("INSERT INTO baton_shard_groups VALUES (" + quoted + ", 1, " + shards + ", " + shards
                + ", 'active', 1, 1, 'h', CURRENT_TIMESTAMP)");
        sql.update("INSERT INTO baton_shard_plan SELECT " + quoted
                + ", X, 'a', 'b', '', CURRENT_TIMESTAMP, 1 FROM SYSTEM_RANGE(0, " + (shards - 1) + ")");
        sql.update("INSERT INTO baton_shard_members VALUES (" + quoted
                + ", 'a', 'h', -7, 'no such state', 1, CURRENT_TIMESTAMP)");
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void oddNamesAndAThousandShardsAreShownAndOneUnreadableRowHidesNoOther() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                TestNode node = new TestNode("", database.url())) {
            LeaseTable sql = new LeaseTable(database.dataSource());
            for (String name : ODD_NAMES) {
                group(sql, name, 2);
            }
            group(sql, "many", 1024);
            sql.update("INSERT INTO baton_shard_groups VALUES"
                    + " ('broken', 0, -3, 99999, 'nonsense', -1, 1, 'h', CURRENT_TIMESTAMP)");
            List<String> all = node.get("/v1/shards")
                    .json()
                    .path("items")
                    .valueStream()
                    .map(group -> group.path("role").asString())
                    .toList();
            assertThat(all).containsAll(ODD_NAMES).contains("many");
            for (String name : ODD_NAMES) {
                TestNode.Reply one = node.get("/v1/shards/" + encoded(name));
                assertThat(one.status()).as(name).isEqualTo(200);
                assertThat(one.json().path("role").asString()).isEqualTo(name);
            }
            List<String> work = List.of("0:600 1023:5400", "{}", "9:9:9", "99999999999999999999");
            for (String pieces : work) {
                sql.update("INSERT INTO baton_shard_work SELECT 'many', 'w" + work.indexOf(pieces)
                        + "', 'h', layout, 60000, '" + pieces
                        + "', DATEADD(HOUR, 1, CURRENT_TIMESTAMP) FROM baton_shard_groups WHERE group_name = 'many'");
            }
            JsonNode many = node.get("/v1/shards/many").json();
            assertThat(many.path("workPerSecond").asDouble())
                    .as("what cannot be read is left out")
                    .isEqualTo(100);
            assertThat(many.path("items").path(1023).path("workPerSecond").asDouble())
                    .isEqualTo(90);
            assertThat(many.path("items").path(1).path("workPerSecond").asDouble(-1))
                    .isZero();
            assertThat(node.get("/v1/shards/" + encoded(ODD_NAMES.get(0)))
                            .json()
                            .has("workPerSecond"))
                    .as("nobody counts any")
                    .isFalse();
            assertThat(many.path("items").size()).isEqualTo(1024);
            assertThat(many.path("withoutLeader").size()).isEqualTo(1024);
        }
    }

    @Test
    void whatCannotBeMovedIsRefusedInWords() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                TestNode node = new TestNode("", database.url())) {
            LeaseTable sql = new LeaseTable(database.dataSource());
            group(sql, "orders", 4);
            String path = "/v1/shards/orders/move";
            for (String body : List.of(
                    "{}",
                    "[]",
                    "{\"shard\":1}",
                    "{\"node\":\"a\"}",
                    "{\"shard\":\"1\",\"node\":\"a\"}",
                    "{\"shard\":1.5,\"node\":\"a\"}",
                    "{\"shard\":99999999999,\"node\":\"a\"}",
                    "{\"shard\":1,\"node\":7}",
                    "{\"shard\":1,\"node\":\"a\",\"more\":1}")) {
                assertThat(node.post(path, body).status()).as(body).isEqualTo(400);
            }
            for (String body : List.of(
                    "{\"shard\":-1,\"node\":\"a\"}",
                    "{\"shard\":4,\"node\":\"a\"}",
                    "{\"shard\":2147483647,\"node\":\"a\"}",
                    "{\"shard\":1,\"node\":\"b\"}",
                    "{\"shard\":1,\"node\":\"" + "x".repeat(200) + "\"}")) {
                assertThat(node.post(path, body).status()).as(body).isEqualTo(409);
            }
            sql.update("UPDATE baton_shard_members SET seen_at = CURRENT_TIMESTAMP");
            assertThat(node.post(path, "{\"shard\":1,\"node\":\"a\"}").status())
                    .as("it is there")
                    .isEqualTo(200);
            assertThat(node.post("/v1/shards/none/move", "{\"shard\":1,\"node\":\"a\"}")
                            .status())
                    .isEqualTo(404);
        }
    }
}
