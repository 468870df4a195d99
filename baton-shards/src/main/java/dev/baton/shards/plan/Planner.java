package dev.baton.shards.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Divides the shards among the members that live: even shares, then as many as possible back to whom they were taken from, then
 * as few moves as possible. The same question has the same answer on every node.
 */
public final class Planner {

    private final List<Assignment> before;
    private final Duration grace;
    private final NavigableMap<String, Member> living = new TreeMap<>();
    private final NavigableMap<String, Member> taking = new TreeMap<>();

    private final boolean someTake;

    /** Who keeps a shard if nothing is moved: its owner, or its heir if the owner is gone; null if neither can. */
    private final String[] keepers;

    private final String[] owners;
    private final Map<String, Integer> kept = new HashMap<>();

    private Planner(List<Assignment> before, List<Member> members, Duration grace) {
        this.before = before;
        this.grace = grace;
        for (Member member : members) {
            living.put(member.node(), member);
            if (member.willingness() != Willingness.DRAINING) {
                taking.put(member.node(), member);
            }
        }
        this.someTake = taking.values().stream().anyMatch(member -> member.willingness() == Willingness.OPEN);
        this.keepers = new String[before.size()];
        this.owners = new String[before.size()];
        for (int shard = 0; shard < keepers.length; shard++) {
            keepers[shard] = keeper(before.get(shard));
            if (keepers[shard] != null) {
                kept.merge(keepers[shard], 1, Integer::sum);
            }
        }
    }

    /**
     * What every shard's assignment should be.
     *
     * @param before what they are; {@link Assignment#NEW} for those of a new layout
     * @param members those that live, each once
     * @param grace how long a node that went away has a claim to what was its own
     */
    public static List<Assignment> plan(List<Assignment> before, List<Member> members, Duration grace) {
        return new Planner(before, members, grace).plan();
    }

    private List<Assignment> plan() {
        chooseOwners();
        String[] heirs = Heirs.choose(owners, before, taking.values());
        List<Assignment> after = new ArrayList<>();
        for (int shard = 0; shard < owners.length; shard++) {
            Assignment old = before.get(shard);
            Optional<String> home = home(old, owners[shard]);
            Duration away = home.isPresent() && home.equals(old.home()) ? old.away() : Duration.ZERO;
            after.add(
                    new Assignment(Optional.ofNullable(owners[shard]), Optional.ofNullable(heirs[shard]), home, away));
        }
        return Collections.unmodifiableList(after);
    }

    private String keeper(Assignment assignment) {
        if (assignment.owner().filter(living::containsKey).isPresent()) {
            return assignment.owner().filter(taking::containsKey).orElse(null);
        }
        return assignment.heir().filter(taking::containsKey).orElse(null);
    }

    private void chooseOwners() {
        Shares wanted = wantedShares();
        Map<String, Integer> surplus = new HashMap<>();
        Map<String, Integer> room = new TreeMap<>();
        for (String node : taking.keySet()) {
            int change = wanted.of(node) - kept.getOrDefault(node, 0);
            surplus.put(node, Math.max(0, -change));
            room.put(node, Math.max(0, change));
        }
        giveBack(surplus, room);
        keepOrRelease(surplus);
        fill(room, true);
        fill(room, false);
    }

    /**
     * Several divisions may be equally even. This is the one nearest to the present one, in which members that came back are
     * counted as if they still had the shards that they left; so if none came back it needs the fewest moves.
     */
    private Shares wantedShares() {
        Shares wanted = new Shares(taking.values());
        for (String node : taking.keySet()) {
            if (!takesMore(node)) {
                wanted.bound(node, kept.getOrDefault(node, 0));
            }
        }
        Map<String, Integer> atHome = countAtHome();
        Comparator<String> hasLess = Comparator.comparing(node -> wanted.of(node) >= atHome.getOrDefault(node, 0));
        for (int shard = 0; shard < owners.length; shard++) {
            wanted.give(hasLess.thenComparing(Comparator.naturalOrder()));
        }
        return wanted;
    }

    /** How many each would have if all that are away from home went back. */
    private Map<String, Integer> countAtHome() {
        Map<String, Integer> counts = new HashMap<>();
        for (int shard = 0; shard < keepers.length; shard++) {
            String node = claimant(before.get(shard)).orElse(keepers[shard]);
            if (node != null) {
                counts.merge(node, 1, Integer::sum);
            }
        }
        return counts;
    }

    private Optional<String> claimant(Assignment assignment) {
        return assignment.home().filter(this::takesMore).filter(node -> mayReturn(assignment));
    }

    /** Who takes no new ones does, if nobody else takes any. */
    private boolean takesMore(String node) {
        return taking.containsKey(node) && (!someTake || taking.get(node).willingness() == Willingness.OPEN);
    }

    private boolean mayReturn(Assignment assignment) {
        return assignment.away().compareTo(grace) <= 0;
    }

    private void giveBack(Map<String, Integer> surplus, Map<String, Integer> room) {
        for (int shard = 0; shard < owners.length; shard++) {
            String keeper = keepers[shard];
            String home = claimant(before.get(shard)).orElse(null);
            boolean canLeave = keeper == null || surplus.get(keeper) > 0;
            if (home != null && !home.equals(keeper) && room.get(home) > 0 && canLeave) {
                owners[shard] = home;
                room.merge(home, -1, Integer::sum);
                if (keeper != null) {
                    surplus.merge(keeper, -1, Integer::sum);
                }
            }
        }
    }

    /** Who has too many lets the last ones go: which they are is of no importance, but must not change. */
    private void keepOrRelease(Map<String, Integer> surplus) {
        for (int shard = owners.length - 1; shard >= 0; shard--) {
            String keeper = keepers[shard];
            if (owners[shard] != null || keeper == null) {
                continue;
            }
            if (surplus.get(keeper) > 0) {
                surplus.merge(keeper, -1, Integer::sum);
            } else {
                owners[shard] = keeper;
            }
        }
    }

    /** Gives away the shards without an owner: each to its heir, which is a candidate already, or to the member that lacks most. */
    private void fill(Map<String, Integer> room, boolean toHeirs) {
        for (int shard = 0; shard < owners.length; shard++) {
            if (owners[shard] != null) {
                continue;
            }
            String next = toHeirs
                    ? before.get(shard)
                            .heir()
                            .filter(heir -> room.getOrDefault(heir, 0) > 0)
                            .orElse(null)
                    : room.entrySet().stream()
                            .filter(entry -> entry.getValue() > 0)
                            .max(Map.Entry.<String, Integer>comparingByValue()
                                    .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                            .map(Map.Entry::getKey)
                            .orElse(null);
            if (next != null) {
                owners[shard] = next;
                room.merge(next, -1, Integer::sum);
            }
        }
    }

    /** Who lost a shard because it went away, and has not had its turn since. */
    private Optional<String> home(Assignment old, String owner) {
        Optional<String> claims =
                old.home().filter(node -> mayReturn(old) && !taking.containsKey(node) && !node.equals(owner));
        return claims.isPresent() ? claims : old.owner().filter(node -> !taking.containsKey(node));
    }
}
