package dev.baton.shards.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Chooses heirs so that the death of any one owner leaves even shares: its shards are given, seat by seat, to the others
 * on top of what they have. Heirs that can stay do.
 */
final class Heirs {

    private final List<Assignment> before;
    private final Collection<Member> members;
    private final Map<String, Integer> inherits = new HashMap<>();
    private final String[] heirs;

    private Heirs(List<Assignment> before, Collection<Member> members) {
        this.before = before;
        this.members = members;
        this.heirs = new String[before.size()];
    }

    /** The heir of each shard; null if there is nobody but its owner. */
    static String[] choose(String[] owners, List<Assignment> before, Collection<Member> members) {
        Heirs choice = new Heirs(before, members);
        Map<String, List<Integer>> estates = new TreeMap<>();
        for (int shard = 0; shard < owners.length; shard++) {
            if (owners[shard] != null) {
                estates.computeIfAbsent(owners[shard], none -> new ArrayList<>())
                        .add(shard);
            }
        }
        estates.forEach((owner, shards) -> choice.divide(owner, shards, estates));
        return choice.heirs;
    }

    private void divide(String owner, List<Integer> shards, Map<String, List<Integer>> estates) {
        Shares shares = new Shares(successors(owner));
        estates.forEach((node, own) -> shares.add(node, own.size()));
        Map<String, Integer> current = new HashMap<>();
        shards.forEach(shard -> before.get(shard).heir().ifPresent(heir -> current.merge(heir, 1, Integer::sum)));
        Map<String, Integer> parts = new TreeMap<>();
        // Of equal claims the node that inherits fewest so far, so that no node is a candidate for many more shards
        // than others.
        Comparator<String> amongEquals = Comparator.<String, Boolean>comparing(
                        node -> parts.getOrDefault(node, 0) >= current.getOrDefault(node, 0))
                .thenComparing(node -> inherits.getOrDefault(node, 0))
                .thenComparing(Comparator.naturalOrder());
        for (int given = 0; given < shards.size(); given++) {
            String heir = shares.give(amongEquals);
            if (heir != null) {
                parts.merge(heir, 1, Integer::sum);
                inherits.merge(heir, 1, Integer::sum);
            }
        }
        keepWhoCanStay(shards, parts);
        fill(shards, parts);
    }

    /** A node that takes nothing new inherits only if no other could: so the last node that takes new shards has heirs too. */
    private List<Member> successors(String owner) {
        List<Member> others =
                members.stream().filter(member -> !member.node().equals(owner)).toList();
        List<Member> open = others.stream()
                .filter(member -> member.willingness() == Willingness.OPEN)
                .toList();
        return open.isEmpty() ? others : open;
    }

    private void keepWhoCanStay(List<Integer> shards, Map<String, Integer> parts) {
        for (int shard : shards) {
            before.get(shard)
                    .heir()
                    .filter(heir -> parts.getOrDefault(heir, 0) > 0)
                    .ifPresent(heir -> {
                        heirs[shard] = heir;
                        parts.merge(heir, -1, Integer::sum);
                    });
        }
    }

    private void fill(List<Integer> shards, Map<String, Integer> parts) {
        for (int shard : shards) {
            if (heirs[shard] == null) {
                parts.entrySet().stream()
                        .filter(part -> part.getValue() > 0)
                        .max(Map.Entry.<String, Integer>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                        .ifPresent(part -> {
                            heirs[shard] = part.getKey();
                            part.setValue(part.getValue() - 1);
                        });
            }
        }
    }
}
