package dev.baton.shards;

import dev.baton.sql.Candidacy;
import java.time.Duration;
import java.util.function.Function;

/**
 * How this node takes part in a group.
 *
 * @param shards how many the group has when it is new
 * @param candidacies how this node stands for each role of the group
 * @param every how often the node looks at the plan and reports itself
 * @param absentAfter how long a node is waited for before the plan goes on without it
 * @param grace how long a node that went away has a claim to the shards that it had
 */
record ShardSettings(
        String group,
        int shards,
        Function<String, Candidacy> candidacies,
        Duration every,
        Duration absentAfter,
        Duration grace,
        ShardWork work,
        ShardListener listener) {

    Candidacy candidacy(String role) {
        return candidacies.apply(role);
    }

    Candidacy candidacy(int shard) {
        return candidacy(GroupNames.shard(group, shard));
    }
}
