package dev.baton.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.baton.Strategy;
import dev.baton.server.TestNode;
import dev.baton.server.http.Json;
import dev.baton.server.store.AuditLine;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.UrlDataSource;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Shards of programs that are no servers, shown and moved by a server that leads none of them. */
class ShardsCommandTest {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    /** A program that takes its share. */
    private record Program(Baton baton, Shards shards) implements AutoCloseable {
        @Override
        public void close() {
            shards.close();
            baton.close();
        }
    }

    private Program program(String node) {
        Baton baton = Baton.on(new UrlDataSource(url))
                .node(node)
                .strategy(new Strategy.Lease(Duration.ofSeconds(6), Duration.ofSeconds(1), Duration.ofMillis(500)))
                .component(ShardsSchema.COMPONENT)
                .start();
        return new Program(
                baton,
                Shards.of(baton, "orders", 4)
                        .every(Duration.ofMillis(200), Duration.ofSeconds(5))
                        .start());
    }

    private record Said(int code, String out, String err) {
        JsonNode json() {
            assertThat(code).as(err).isZero();
            return Json.parse(out.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Said run(TestNode node, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--server";
        all[arguments.length + 1] = node.uri("/").toString();
        int code = Commands.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
        return new Said(code, out.toString(), err.toString());
    }

    /** Until a node leads as many as that, and nothing is without a leader. */
    private static JsonNode awaitShare(TestNode node, String id, int share) {
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> leads(node, id) == share);
        return run(node, "shards", "show", "orders", "--json").json();
    }

    private static int leads(TestNode node, String id) {
        JsonNode roles = run(node, "shards", "--json").json();
        if (roles.isEmpty() || !roles.path(0).path("withoutLeader").isEmpty()) {
            return -1;
        }
        for (JsonNode share : roles.path(0).path("nodes")) {
            if (share.path("nodeId").asString().equals(id)) {
                return share.path("leads").asInt();
            }
        }
        return -1;
    }

    @Test
    void theServerShowsWhoLeadsWhichShardAndDrainsNodes() throws Exception {
        try (TestNode node = new TestNode("", url)) {
            assertThat(run(node, "shards").out()).contains("(none)");
            try (Program a = program("a")) {
                awaitShare(node, "a", 4);
                assertThat(run(node, "shards", "drain", "orders", "--node", "a"))
                        .satisfies(said -> assertThat(said.code()).isEqualTo(1))
                        .satisfies(said -> assertThat(said.err()).contains("no other node takes shards"));
                try (Program b = program("b")) {
                    JsonNode shown = awaitShare(node, "b", 2);
                    assertThat(shown.path("items").size()).isEqualTo(4);
                    for (JsonNode shard : shown.path("items")) {
                        assertThat(shard.path("role").asString()).isEqualTo("orders." + shard.path("shard"));
                        assertThat(shard.path("nodeId")).isEqualTo(shard.path("owner"));
                        assertThat(shard.path("heir").asString())
                                .isNotEqualTo(shard.path("owner").asString());
                        assertThat(shard.path("leaseEpoch").asLong()).isPositive();
                    }
                    assertThat(run(node, "shards").out()).contains("orders", "nodeId", "leads", "a", "b");
                    move(node, shown);
                    drainAndResize(node);
                    assertThat(b.shards().leading()).isNotEmpty();
                }
                assertThat(a.shards().leading()).isNotEmpty();
            }
        }
    }

    /** From where it is to the other one. */
    private static void move(TestNode node, JsonNode shown) throws Exception {
        String there = shown.path("items").path(2).path("owner").asString().equals("a") ? "b" : "a";
        assertThat(run(node, "shards", "move", "orders", "2", "--to", there))
                .satisfies(said -> assertThat(said.code()).isZero())
                .satisfies(said -> assertThat(said.out()).contains("shard 2 of orders", there + "'s"))
                .satisfies(said ->
                        assertThat(said.out()).as("no table of how it was").doesNotContain("leaseEpoch"));
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> run(node, "shards", "show", "orders", "--json")
                        .json()
                        .path("items")
                        .path(2)
                        .path("nodeId")
                        .asString()
                        .equals(there));
        awaitShare(node, "a", 2);
        awaitShare(node, "b", 2);
        assertThat(run(node, "shards", "move", "orders", "2", "--to", there).out())
                .contains("shard 2 of orders is " + there + "'s, which leads it");
        assertThat(run(node, "shards", "move", "orders", "9", "--to", "a").err())
                .contains("from 0 to 3");
        assertThat(run(node, "shards", "move", "orders", "1", "--to", "z").err())
                .contains("has no node 'z'");
        assertThat(node.node().shards().find("orders").orElseThrow().uneven()).isZero();
    }

    private static void drainAndResize(TestNode node) throws Exception {
        assertThat(run(node, "shards", "drain", "orders", "--node", "a").code()).isZero();
        awaitShare(node, "b", 4);
        assertThat(run(node, "shards").out()).contains("draining");
        assertThat(run(node, "shards", "move", "orders", "1", "--to", "a").err())
                .contains("'a' is draining");
        assertThat(run(node, "shards", "undrain", "orders", "--node", "a").code())
                .isZero();
        awaitShare(node, "b", 2);
        assertThat(run(node, "shards", "undrain", "orders", "--node", "a").code())
                .isZero();
        assertThat(run(node, "shards", "drain", "orders", "--node", "z").err()).contains("has no node 'z'");
        assertThat(run(node, "shards", "show", "none").err()).contains("no role 'none' is divided");
        assertThat(run(node, "shards", "resize", "orders", "2000").err()).contains("between 1 and 1024");
        assertThat(run(node, "shards", "resize", "orders", "6", "--json")
                        .json()
                        .path("wanted")
                        .asInt())
                .isEqualTo(6);
        JsonNode resized = awaitShare(node, "b", 3);
        assertThat(resized.path("layout").asLong()).isEqualTo(2);
        assertThat(node.node().audit().latest(20))
                .filteredOn(line -> line.action().equals("shards.move"))
                .extracting(AuditLine::outcome)
                .containsExactly("nothing to do", "done");
        assertThat(node.node().audit().latest(20))
                .filteredOn(line ->
                        line.action().startsWith("shards.") && !line.action().equals("shards.move"))
                .extracting(AuditLine::action, AuditLine::subject, AuditLine::outcome)
                .containsExactly(
                        tuple("shards.resize", "orders to 6", "done"),
                        tuple("shards.undrain", "orders on a", "nothing to do"),
                        tuple("shards.undrain", "orders on a", "done"),
                        tuple("shards.drain", "orders on a", "done"));
    }
}
