package dev.baton.shards.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Gives a shard to a node of choice: if need be for one of that node's own, so that shares stay as even as they are. What comes of
 * it is a plan like any other, which the planner keeps.
 */
public final class Exchange {

    private final List<Assignment> plan;
    private final Map<String, Member> members = new TreeMap<>();

    private Exchange(List<Assignment> plan, List<Member> living) {
        this.plan = plan;
        living.forEach(member -> members.put(member.node(), member));
    }

    /**
     * Why a shard cannot be given to a node; empty if it can, or belongs to it already.
     *
     * @param plan what {@link Planner} has made for these members
     */
    public static Optional<String> refusal(List<Assignment> plan, List<Member> living, int shard, String to) {
        return new Exchange(plan, living).refusal(shard, to);
    }

    /** The plan with the shard given to the node; the same if that is refused. */
    public static List<Assignment> give(
            List<Assignment> plan, List<Member> living, Duration grace, int shard, String to) {
        Exchange exchange = new Exchange(plan, living);
        if (exchange.refusal(shard, to).isPresent() || plan.get(shard).isOwner(to)) {
            return plan;
        }
        return Planner.plan(exchange.given(shard, to), living, grace); // which chooses the heirs anew
    }

    private Optional<String> refusal(int shard, String to) {
        if (shard < 0 || shard >= plan.size()) {
            return Optional.of("there is no shard " + shard + ": they are counted from 0 to " + (plan.size() - 1));
        }
        Member taker = members.get(to);
        if (taker == null) {
            return Optional.of("node '" + to + "' does not live");
        }
        if (plan.get(shard).isOwner(to)) {
            return Optional.empty();
        }
        return switch (taker.willingness()) {
            case DRAINING -> Optional.of("node '" + to + "' is draining: undrain it first");
            case REFUSING -> Optional.of("node '" + to + "' takes no new shards");
            case OPEN -> unevenWith(shard, taker);
        };
    }

    private Optional<String> unevenWith(int shard, Member taker) {
        Member giver = plan.get(shard).owner().map(members::get).orElse(null);
        if (giver == null || staysEvenWithout(giver, taker)) {
            return Optional.empty();
        }
        if (giver.willingness() != Willingness.OPEN) {
            return Optional.of("node '" + giver.node() + "' takes no new shards, so '" + taker.node()
                    + "' can give it none for this");
        }
        return inReturn(shard, taker.node()).isPresent()
                ? Optional.empty()
                : Optional.of("node '" + taker.node() + "' has none to give for it, and shares would become uneven");
    }

    /** Whether the taker has as good a claim to one more shard as the giver has to its last one: then nothing is given for it. */
    private boolean staysEvenWithout(Member giver, Member taker) {
        return taker.weight() * (2L * owned(giver.node()) - 1) >= giver.weight() * (2L * owned(taker.node()) + 1);
    }

    private long owned(String node) {
        return plan.stream().filter(assignment -> assignment.isOwner(node)).count();
    }

    /** One that the giver stands for already, if there is one. */
    private OptionalInt inReturn(int shard, String taker) {
        String giver = plan.get(shard).owner().orElseThrow();
        List<Integer> own = IntStream.range(0, plan.size())
                .filter(other -> plan.get(other).isOwner(taker))
                .boxed()
                .toList();
        return own.stream()
                .filter(other -> plan.get(other).isHeir(giver))
                .findFirst()
                .or(() -> own.stream().findFirst())
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    private List<Assignment> given(int shard, String to) {
        List<Assignment> after = new ArrayList<>(plan);
        Optional<String> from = plan.get(shard).owner();
        boolean forNothing = from.map(members::get)
                .filter(giver -> !staysEvenWithout(giver, members.get(to)))
                .isEmpty();
        if (!forNothing) {
            int other = inReturn(shard, to).orElseThrow();
            after.set(other, plan.get(other).ownedBy(from));
        }
        after.set(shard, plan.get(shard).ownedBy(Optional.of(to)));
        return after;
    }
}
