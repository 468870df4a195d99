package dev.baton.shards;

import dev.baton.Strategy;
import dev.baton.sql.Candidacy;
import java.time.Duration;
import java.util.Optional;

/**
 * How this node takes part in a group.
 *
 * @param shards how many the group has when it is new
 * @param strategy how every role of the group is elected; the instance's default if empty
 * @param every how often the node looks at the plan and reports itself
 * @param absentAfter how long a node is waited for before the plan goes on without it
 * @param grace how long a node that went away has a claim to the shards that it had
 */
record ShardSettings(
        String group,
        int shards,
        Optional<Strategy> strategy,
        Duration every,
        Duration absentAfter,
        Duration grace,
        ShardWork work,
        ShardListener listener) {

    Candidacy candidacy(String role) {
        Candidacy candidacy = Candidacy.of(role);
        return strategy.map(candidacy::with).orElse(candidacy);
    }

    Candidacy candidacy(int shard) {
        return candidacy(GroupNames.shard(group, shard));
    }
}
