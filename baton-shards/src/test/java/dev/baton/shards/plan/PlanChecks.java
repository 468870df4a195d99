package dev.baton.shards.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What must hold of any plan, said without a word of how the planner finds it. */
final class PlanChecks {

    private final List<Assignment> before;
    private final List<Assignment> after;
    private final Duration grace;
    private final Map<String, Member> living = new TreeMap<>();
    private final Map<String, Member> taking = new TreeMap<>();
    private final boolean someAreOpen;

    /** How many each would have if nothing were moved. */
    private final Map<String, Integer> kept = new HashMap<>();

    private final List<String> found = new ArrayList<>();

    private PlanChecks(List<Assignment> before, List<Member> members, Duration grace, List<Assignment> after) {
        this.before = before;
        this.after = after;
        this.grace = grace;
        for (Member member : members) {
            living.put(member.node(), member);
            if (member.willingness() != Willingness.DRAINING) {
                taking.put(member.node(), member);
            }
        }
        this.someAreOpen = isAnyOpen(taking.values());
        for (int shard = 0; shard < before.size(); shard++) {
            String keeper = keeper(shard);
            if (!keeper.isEmpty()) {
                kept.merge(keeper, 1, Integer::sum);
            }
        }
    }

    static List<String> violations(
            List<Assignment> before, List<Member> members, Duration grace, List<Assignment> after) {
        PlanChecks checks = new PlanChecks(before, members, grace, after);
        checks.noShardIsForgotten();
        if (checks.found.isEmpty() && !checks.taking.isEmpty()) {
            checks.refusalsAreKept();
            checks.sharesAreEven(checks.owned());
            checks.noMoveWithoutNeed();
            checks.anyOneDeathIsSpread();
        }
        return checks.found;
    }

    private static boolean isOpen(Member member) {
        return member.willingness() == Willingness.OPEN;
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
            } else if (heir.isPresent() != taking.size() > 1
                    || (heir.isPresent() && heir.equals(owner))
                    || heir.filter(h -> !taking.containsKey(h)).isPresent()) {
                found.add("forgotten: shard " + shard + " of " + owner + " has the heir " + heir);
            }
        }
    }

    private Map<String, Integer> owned() {
        Map<String, Integer> counts = new HashMap<>();
        after.forEach(a -> a.owner().ifPresent(owner -> counts.merge(owner, 1, Integer::sum)));
        return counts;
    }

    /** Who takes no new ones is given none, and inherits none, as long as there is anybody else. */
    private void refusalsAreKept() {
        for (int shard = 0; shard < after.size(); shard++) {
            String owner = after.get(shard).owner().orElseThrow();
            Member heir = after.get(shard).heir().map(taking::get).orElse(null);
            if (someAreOpen && !isOpen(taking.get(owner)) && !owner.equals(keeper(shard))) {
                found.add("refused: shard " + shard + " was forced on " + owner);
            }
            if (heir != null && !isOpen(heir) && isOpenBesides(owner)) {
                found.add("refused: shard " + shard + " is to be inherited by " + heir);
            }
        }
    }

    private boolean isOpenBesides(String owner) {
        return taking.values().stream().anyMatch(m -> isOpen(m) && !m.node().equals(owner));
    }

    private void sharesAreEven(Map<String, Integer> shares) {
        sharesAreEven(shares, taking.values(), taking.values(), kept, "shares");
    }

    /**
     * Nobody's last shard would bring another nearer to its exact share, unless that one may have no more. With equal weights: they
     * differ by one at most.
     *
     * @param most what those have at most who take no new ones, while others do
     */
    private void sharesAreEven(
            Map<String, Integer> counts,
            Collection<Member> rich,
            Collection<Member> all,
            Map<String, Integer> most,
            String what) {
        boolean othersTake = isAnyOpen(all);
        for (Member poor : all) {
            int hasNot = counts.getOrDefault(poor.node(), 0);
            boolean isBound = othersTake && !isOpen(poor) && hasNot >= most.getOrDefault(poor.node(), 0);
            for (Member one : rich) {
                int has = counts.getOrDefault(one.node(), 0);
                if (!isBound && isUneven(one, has, poor, hasNot)) {
                    found.add("uneven " + what + ": " + one + " has " + has + ", " + poor + " has " + hasNot);
                }
            }
        }
    }

    private static boolean isUneven(Member rich, int has, Member poor, int hasNot) {
        return poor.weight() * (2L * has - 1) > rich.weight() * (2L * hasNot + 1);
    }

    private static boolean isAnyOpen(Collection<Member> members) {
        for (Member member : members) {
            if (isOpen(member)) {
                return true;
            }
        }
        return false;
    }

    private String keeper(int shard) {
        Assignment old = before.get(shard);
        String node = old.owner().filter(living::containsKey).isPresent()
                ? old.owner().get()
                : old.heir().orElse("");
        return taking.containsKey(node) ? node : "";
    }

    private void noMoveWithoutNeed() {
        int moves = 0;
        int homeless = 0;
        for (int shard = 0; shard < after.size(); shard++) {
            String keeper = keeper(shard);
            homeless += keeper.isEmpty() ? 1 : 0;
            moves += keeper.isEmpty() || after.get(shard).isOwner(keeper) ? 0 : 1;
        }
        int least = after.size() - homeless - mostKept();
        if (moves > least + returned()) {
            found.add("moves: " + moves + " where " + least + " are enough");
        }
    }

    /** Of two even shares one is larger by one: who comes back gets all its own, which may be that one. */
    private long returned() {
        return before.stream()
                .filter(assignment -> assignment.away().compareTo(grace) <= 0)
                .flatMap(assignment -> assignment.home().stream())
                .filter(node -> taking.containsKey(node) && (!someAreOpen || isOpen(taking.get(node))))
                .distinct()
                .count();
    }

    /** How many shards can stay where they are in a division that is even. */
    private int mostKept() {
        boolean equalWeights =
                taking.values().stream().mapToInt(Member::weight).distinct().count() == 1;
        return equalWeights
                ? mostKeptByEquals()
                : mostKept(List.copyOf(taking.values()), new HashMap<>(), after.size());
    }

    private int mostKeptByEquals() {
        Set<String> sharing = new HashSet<>(taking.keySet());
        int sum = 0;
        int left = after.size();
        for (Optional<String> full = full(sharing, left); full.isPresent(); full = full(sharing, left)) {
            sharing.remove(full.get());
            sum += kept.getOrDefault(full.get(), 0);
            left -= kept.getOrDefault(full.get(), 0);
        }
        int low = left / sharing.size();
        int couldKeepMore = 0;
        for (String node : sharing) {
            sum += Math.min(kept.getOrDefault(node, 0), low);
            couldKeepMore += kept.getOrDefault(node, 0) > low ? 1 : 0;
        }
        return sum + Math.min(left % sharing.size(), couldKeepMore);
    }

    /** Somebody who takes no new shards, and has no more than an even share. */
    private Optional<String> full(Set<String> sharing, int shards) {
        return sharing.stream()
                .filter(node -> someAreOpen
                        && !isOpen(taking.get(node))
                        && kept.getOrDefault(node, 0) <= shards / sharing.size())
                .findAny();
    }

    /** Tries every division that is as even: only for small worlds. */
    private int mostKept(List<Member> left, Map<String, Integer> division, int shards) {
        if (left.isEmpty()) {
            return isEven(division)
                    ? taking.keySet().stream()
                            .mapToInt(n -> Math.min(division.get(n), kept.getOrDefault(n, 0)))
                            .sum()
                    : -1;
        }
        int best = -1;
        Member next = left.get(0);
        int to = someAreOpen && !isOpen(next) ? Math.min(shards, kept.getOrDefault(next.node(), 0)) : shards;
        for (int part = left.size() == 1 ? shards : 0; part <= to; part++) {
            division.put(next.node(), part);
            best = Math.max(best, mostKept(left.subList(1, left.size()), division, shards - part));
        }
        return best;
    }

    private boolean isEven(Map<String, Integer> division) {
        int known = found.size();
        sharesAreEven(division);
        boolean even = found.size() == known;
        found.subList(known, found.size()).clear();
        return even;
    }

    private void anyOneDeathIsSpread() {
        for (Member dead : taking.values()) {
            List<Member> survivors =
                    taking.values().stream().filter(m -> !m.equals(dead)).toList();
            Map<String, Integer> own = owned();
            own.remove(dead.node());
            Map<String, Integer> counts = new HashMap<>(own);
            after.stream()
                    .filter(a -> a.isOwner(dead.node()))
                    .forEach(a -> a.heir().ifPresent(heir -> counts.merge(heir, 1, Integer::sum)));
            // When nobody is left but those that take no new ones, they have to, and what each had may be more than an
            // even share.
            boolean lastOpen = isOpen(dead) && !isOpenBesides(dead.node());
            List<Member> rich = survivors.stream()
                    .filter(m -> !lastOpen || inherits(m, dead))
                    .toList();
            sharesAreEven(counts, rich, survivors, own, "shares after the death of " + dead.node());
        }
    }

    private boolean inherits(Member heir, Member dead) {
        return after.stream().anyMatch(a -> a.isOwner(dead.node()) && a.isHeir(heir.node()));
    }
}
