package dev.baton.shards.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What must hold of any plan, said without a word of how the planner finds it. */
final class PlanChecks {

    private final List<Assignment> before;
    private final List<Assignment> after;
    private final Map<String, Member> living = new TreeMap<>();
    private final Map<String, Member> taking = new TreeMap<>();
    private final List<String> found = new ArrayList<>();

    private PlanChecks(List<Assignment> before, List<Member> members, List<Assignment> after) {
        this.before = before;
        this.after = after;
        for (Member member : members) {
            living.put(member.node(), member);
            if (member.willingness() != Willingness.DRAINING) {
                taking.put(member.node(), member);
            }
        }
    }

    static List<String> violations(List<Assignment> before, List<Member> members, List<Assignment> after) {
        PlanChecks checks = new PlanChecks(before, members, after);
        checks.noShardIsForgotten();
        if (checks.found.isEmpty() && !checks.taking.isEmpty()) {
            boolean allOpen = checks.taking.values().stream().allMatch(m -> m.willingness() == Willingness.OPEN);
            checks.refusalsAreKept();
            if (allOpen) {
                checks.sharesAreEven(checks.owned(), checks.taking.values(), "shares");
                checks.noMoveWithoutNeed();
                checks.anyOneDeathLeavesEvenShares();
            }
        }
        return checks.found;
    }

    private void noShardIsForgotten() {
        if (after.size() != before.size()) {
            found.add("forgotten: " + before.size() + " shards became " + after.size());
            return;
        }
        for (int shard = 0; shard < after.size(); shard++) {
            Optional<String> owner = after.get(shard).owner();
            Optional<String> heir = after.get(shard).heir();
            if (owner.isPresent() != !taking.isEmpty()
                    || owner.filter(o -> !taking.containsKey(o)).isPresent()) {
                found.add("forgotten: shard " + shard + " is owned by " + owner);
            } else if (taking.size() > 1 && openBesides(owner.orElse("")) && heir.isEmpty()) {
                found.add("forgotten: shard " + shard + " has no heir");
            }
            if (heir.isPresent() && (heir.equals(owner) || !taking.containsKey(heir.get()))) {
                found.add("forgotten: shard " + shard + " has the heir " + heir);
            }
        }
    }

    private boolean openBesides(String owner) {
        return taking.values().stream()
                .anyMatch(m -> m.willingness() == Willingness.OPEN && !m.node().equals(owner));
    }

    private Map<String, Integer> owned() {
        Map<String, Integer> counts = new HashMap<>();
        after.forEach(a -> a.owner().ifPresent(owner -> counts.merge(owner, 1, Integer::sum)));
        return counts;
    }

    private void refusalsAreKept() {
        boolean someTake = taking.values().stream().anyMatch(m -> m.willingness() == Willingness.OPEN);
        for (int shard = 0; shard < after.size(); shard++) {
            String owner = after.get(shard).owner().orElseThrow();
            if (someTake && taking.get(owner).willingness() == Willingness.REFUSING && !owner.equals(keeper(shard))) {
                found.add("refused: shard " + shard + " was forced on " + owner);
            }
        }
    }

    /** Nobody's last shard would bring another nearer to its exact share. With equal weights: they differ by one at most. */
    private void sharesAreEven(Map<String, Integer> counts, Collection<Member> members, String what) {
        for (Member rich : members) {
            for (Member poor : members) {
                int has = counts.getOrDefault(rich.node(), 0);
                int hasNot = counts.getOrDefault(poor.node(), 0);
                boolean equal = rich.weight() == poor.weight();
                if (equal ? has - hasNot > 1 : poor.weight() * (2L * has - 1) > rich.weight() * (2L * hasNot + 1)) {
                    found.add("uneven " + what + ": " + rich + " has " + has + ", " + poor + " has " + hasNot);
                }
            }
        }
    }

    private String keeper(int shard) {
        Assignment old = before.get(shard);
        String node = old.owner().filter(living::containsKey).isPresent()
                ? old.owner().get()
                : old.heir().orElse("");
        return taking.containsKey(node) ? node : "";
    }

    private void noMoveWithoutNeed() {
        Map<String, Integer> kept = new HashMap<>();
        int moves = 0;
        int homeless = 0;
        for (int shard = 0; shard < after.size(); shard++) {
            String keeper = keeper(shard);
            if (keeper.isEmpty()) {
                homeless++;
            } else {
                kept.merge(keeper, 1, Integer::sum);
                moves += after.get(shard).owner().orElseThrow().equals(keeper) ? 0 : 1;
            }
        }
        int least = after.size() - homeless - mostKept(kept);
        if (moves > least + returned()) {
            found.add("moves: " + moves + " where " + least + " are enough");
        }
    }

    /** Of two even shares one is larger by one: who comes back gets all its own, which may be that one. */
    private long returned() {
        return before.stream()
                .flatMap(assignment -> assignment.home().stream())
                .filter(taking::containsKey)
                .distinct()
                .count();
    }

    private int mostKept(Map<String, Integer> kept) {
        boolean equalWeights =
                taking.values().stream().mapToInt(Member::weight).distinct().count() == 1;
        if (!equalWeights) {
            return mostKept(List.copyOf(taking.values()), kept, new HashMap<>(), after.size());
        }
        int low = after.size() / taking.size();
        int more = after.size() % taking.size();
        int sum = 0;
        int couldKeepMore = 0;
        for (int has : kept.values()) {
            sum += Math.min(has, low);
            couldKeepMore += has > low ? 1 : 0;
        }
        return sum + Math.min(more, couldKeepMore);
    }

    /** Tries every division that is as even: only for small worlds. */
    private int mostKept(List<Member> left, Map<String, Integer> kept, Map<String, Integer> division, int shards) {
        if (left.isEmpty()) {
            return shards == 0 && isEven(division)
                    ? taking.keySet().stream()
                            .mapToInt(n -> Math.min(division.get(n), kept.getOrDefault(n, 0)))
                            .sum()
                    : -1;
        }
        int best = -1;
        int from = left.size() == 1 ? shards : 0;
        for (int part = from; part <= shards; part++) {
            division.put(left.get(0).node(), part);
            best = Math.max(best, mostKept(left.subList(1, left.size()), kept, division, shards - part));
        }
        return best;
    }

    private boolean isEven(Map<String, Integer> division) {
        PlanChecks scratch = new PlanChecks(before, List.copyOf(living.values()), after);
        scratch.sharesAreEven(division, taking.values(), "");
        return scratch.found.isEmpty();
    }

    private void anyOneDeathLeavesEvenShares() {
        for (String dead : taking.keySet()) {
            if (taking.size() == 1) {
                return;
            }
            Map<String, Integer> counts = owned();
            counts.remove(dead);
            after.stream()
                    .filter(a -> a.owner().filter(dead::equals).isPresent())
                    .forEach(a -> counts.merge(a.heir().orElseThrow(), 1, Integer::sum));
            List<Member> survivors =
                    taking.values().stream().filter(m -> !m.node().equals(dead)).toList();
            sharesAreEven(counts, survivors, "shares after the death of " + dead);
        }
    }
}
