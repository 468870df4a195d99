package dev.baton.shards.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many shards each member has. They are given out one by one, by Webster's method for seats in a parliament: a member with
 * weight w that has n shards claims w / (n + 1/2), and the greatest claim gets the next shard.
 */
final class Shares {

    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, Integer> most = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    /** Nobody has anything yet. */
    Shares(Collection<Member> members) {
        for (Member member : members) {
            this.members.put(member.node(), member);
            counts.put(member.node(), 0);
            most.put(member.node(), Integer.MAX_VALUE);
        }
    }

    /** Allows a member no more than this. */
    void bound(String node, int atMost) {
        most.put(node, atMost);
    }

    void add(String node, int shards) {
        counts.merge(node, shards, Integer::sum);
    }

    int of(String node) {
        return counts.getOrDefault(node, 0);
    }

    /**
     * Gives one more shard.
     *
     * @param amongEquals orders members with the same claim: the least one gets it
     * @return the member that got it; null if none may have more
     */
    String give(Comparator<String> amongEquals) {
        Comparator<String> order = ((Comparator<String>) this::claimsMore).thenComparing(amongEquals);
        String next = members.keySet().stream()
                .filter(node -> counts.get(node) < most.get(node))
                .min(order)
                .orElse(null);
        if (next != null) {
            counts.merge(next, 1, Integer::sum);
        }
        return next;
    }

    /** Below zero if the first has the greater claim; in whole numbers, so that equals are equal. */
    private int claimsMore(String one, String other) {
        long first = members.get(one).weight() * (2L * counts.get(other) + 1);
        long second = members.get(other).weight() * (2L * counts.get(one) + 1);
        return Long.compare(second, first);
    }
}
