package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code submissions.shards} is changed node by node: one with it and one without never make attempts at once. */
class DividedBesideUndividedNodesTest {

    private static final int SHARDS = 4;

    private static Node node(PostgresDatabase database, String id, int shards) {
        Configuration configuration = new ConfigReader(
                        Map.of(),
                        Map.of(
                                "database.url",
                                database.url(),
                                "node.id",
                                id,
                                "submissions.shards",
                                Integer.toString(shards)))
                .read(Optional.empty());
        return new Node(configuration, configuration.database().url().orElseThrow());
    }

    private static int leads(Node node, String id) throws SQLException {
        Optional<ShardGroup> group = new ShardGroups(node.baton()).find(SubmissionManager.ROLE);
        return group.map(one -> one.ledBy(id)).orElse(0);
    }

    private static void awaitExecuting(Node node) {
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> node.submissions().isExecuting());
    }

    /** Hands an intent in, and waits for its end. */
    private static void submit(Node node, String id) throws Exception {
        node.submissions().accept(IntentRequest.of(id, "sample", "{}".getBytes(StandardCharsets.UTF_8)));
        await(id)
                .atMost(TestPatience.LONGEST_WAIT)
                .until(
                        () -> node.submissions().get(id).map(Intent::status),
                        Optional.of(IntentStatus.ACCEPTED)::equals);
    }

    @Test
    void theLeaderOfTheRoleDecidesWhichOfThemMakesAttempts() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                Node whole = node(database, "whole", 1)) {
            awaitExecuting(whole);
            try (Node divided = node(database, "divided", SHARDS)) {
                await().atMost(TestPatience.LONGEST_WAIT).until(() -> leads(divided, "divided") == SHARDS);
                submit(divided, "one");
                assertThat(divided.submissions().isExecuting())
                        .as("it leads all shards, and they wait")
                        .isFalse();

                whole.submissions().campaign().transferTo("divided");
                awaitExecuting(divided);
                assertThat(whole.submissions().isExecuting()).isFalse();
                submit(whole, "two");

                divided.submissions().campaign().transferTo("whole");
                awaitExecuting(whole);
                assertThat(divided.submissions().isExecuting()).isFalse();
                submit(divided, "three");
            }
        }
    }
}
