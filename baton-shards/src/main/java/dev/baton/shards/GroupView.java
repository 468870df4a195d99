package dev.baton.shards;

import dev.baton.shards.plan.Assignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A group as one node saw it at one moment.
 *
 * @param plan an assignment for every shard of the layout
 * @param isPlanned whether all of them were read; those that were not are new
 * @param members by their node
 * @param moves what operators have asked for and is not done yet; only coordinators look for it
 */
record GroupView(
        GroupState state,
        List<Assignment> plan,
        boolean isPlanned,
        Map<String, MemberRow> members,
        List<WantedMove> moves) {

    static GroupView of(GroupState state, SortedMap<Integer, Assignment> rows, List<MemberRow> members) {
        List<Assignment> plan = new ArrayList<>();
        boolean complete = true;
        for (int shard = 0; shard < state.layout().shards(); shard++) {
            plan.add(rows.getOrDefault(shard, Assignment.NEW));
            complete &= rows.containsKey(shard);
        }
        return new GroupView(
                state,
                List.copyOf(plan),
                complete,
                members.stream().collect(Collectors.toMap(row -> row.member().node(), Function.identity())),
                List.of());
    }

    /** The same, with what operators have asked for. */
    GroupView asking(List<WantedMove> wanted) {
        return new GroupView(state, plan, isPlanned, members, List.copyOf(wanted));
    }

    /** The same plan, with members as they are now. */
    GroupView with(List<MemberRow> now) {
        return new GroupView(
                state,
                plan,
                isPlanned,
                now.stream().collect(Collectors.toMap(row -> row.member().node(), Function.identity())),
                moves);
    }

    /** Where each shard of the group belongs. */
    List<ShardPlace> places(String group) {
        List<ShardPlace> places = new ArrayList<>();
        for (int shard = 0; shard < plan.size(); shard++) {
            Assignment assignment = plan.get(shard);
            places.add(new ShardPlace(shard, GroupNames.shard(group, shard), assignment.owner(), assignment.heir()));
        }
        return places;
    }

    /** Whether the plan counts on a node. */
    boolean countsOn(String node) {
        return plan.stream()
                .anyMatch(assignment -> assignment.owner().filter(node::equals).isPresent()
                        || assignment.heir().filter(node::equals).isPresent());
    }
}
