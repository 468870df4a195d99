package dev.baton.shards;

import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Exchange;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Planner;
import dev.baton.shards.plan.Willingness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A group, its database and its nodes in virtual time, with drawn joins, deaths, pauses, cuts, drains, weights, moves and numbers, work
 * that hangs, writes that come late, rows that somebody deletes, and a clock of the database that is set forward and back.
 */
final class GroupWorld {

    private static final long TICK = 50;

    /** @param stamp when it was, by the database's clock */
    private record Report(Member member, long version, long at, long stamp) {}

    private final Random random;
    private final PlantedBug bug;
    private final int configured;
    private final SimulatedWrites writes;
    private final Map<Integer, SimulatedRole> roles = new HashMap<>();
    private final SimulatedRole coordinator = new SimulatedRole(this);
    private final Map<String, Report> reports = new TreeMap<>();
    private final Map<String, SimulatedNode> nodes = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private GroupState state;
    private List<Assignment> plan = List.of();
    private final Map<Integer, WantedMove> moves = new TreeMap<>();
    private long now;
    private long clockAhead; // of the time that passes: the database's
    private long grants;
    private int names;
    private long latestLayout;
    private boolean rowGone;
    private final Map<String, Integer> left = new TreeMap<>(); // how often, by owner and shard

    GroupWorld(long seed, PlantedBug bug) {
        this.random = new Random(seed);
        this.bug = bug;
        this.writes = new SimulatedWrites(this, seed);
        this.configured = 1 + random.nextInt(12);
        this.state = GroupState.first(configured);
        for (int i = 0; i < 3; i++) {
            join();
        }
    }

    long now() {
        return now;
    }

    SimulatedWrites writes() {
        return writes;
    }

    void violated(String what) {
        violations.add(now + ": " + what);
    }

    Random random() {
        return random;
    }

    boolean has(PlantedBug planted) {
        return bug == planted;
    }

    GroupState state() {
        return state;
    }

    /** Whether the row of the group, as somebody looks at it, names this layout as the one to work in. */
    boolean hasActive(Layout layout) {
        return !rowGone && state.hasActive(layout);
    }

    boolean isRowGone() {
        return rowGone;
    }

    /** What a node does that finds no row, by what it has seen of the group before. */
    void found(GroupView before) {
        if (has(PlantedBug.LOST_ROW_BEGINS_ANEW)) {
            state = GroupState.first(configured);
            plan = List.of();
            rowGone = false;
        } else if (before != null) {
            state = before.state().recovered(plan.size(), everLed());
            rowGone = false;
        }
    }

    private List<GroupState.Role> everLed() {
        return roles.entrySet().stream()
                .filter(role -> role.getValue().epoch() > 0)
                .map(role -> new GroupState.Role(role.getKey(), role.getValue().epoch(), ""))
                .toList();
    }

    SimulatedRole role(int shard) {
        return roles.computeIfAbsent(shard, none -> new SimulatedRole(this));
    }

    SimulatedRole coordinator() {
        return coordinator;
    }

    GroupView view() {
        SortedMap<Integer, Assignment> rows = new TreeMap<>();
        for (int shard = 0; shard < plan.size(); shard++) {
            rows.put(shard, plan.get(shard));
        }
        List<MemberRow> members = reports.values().stream()
                .map(r -> new MemberRow(
                        r.member(),
                        r.member().node(),
                        r.version(),
                        r.stamp(),
                        Duration.ofMillis(databaseTime() - r.stamp())))
                .toList();
        return GroupView.of(state, rows, members).asking(List.copyOf(moves.values()));
    }

    /** An operator wants a shard to be a node's. */
    private void ask(int shard, String node) {
        moves.put(shard, new WantedMove(shard, state.layout().number(), node, Duration.ZERO));
    }

    void forget(List<WantedMove> seen) {
        moves.values().removeAll(seen);
    }

    /** A shard is moved to somebody who lives; what is not as it should be after a while. */
    List<String> moveOne(long millis) {
        List<SimulatedNode> living =
                nodes.values().stream().filter(node -> !node.isDead()).toList();
        String node = living.get(random.nextInt(living.size())).name();
        int shard = random.nextInt(state.layout().shards());
        long before = grants;
        ask(shard, node);
        run(millis);
        List<String> found = new ArrayList<>(unsettled());
        if (!node.equals(led().get(shard)) && state.layout().shards() >= living.size()) {
            found.add("shard " + shard + " was not moved to " + node);
        }
        if (grants - before > 2 || !moves.isEmpty()) {
            found.add("for one move " + (grants - before) + " shards were moved, " + moves + " is left");
        }
        return found;
    }

    /** The same among nodes of different weights: what is not refused is done, and shares stay such that the planner keeps them. */
    List<String> moveOneAmongWeights(long millis) {
        List<SimulatedNode> living =
                nodes.values().stream().filter(node -> !node.isDead()).toList();
        living.forEach(node -> node.change(new Member(node.name(), 1 + random.nextInt(4), Willingness.OPEN)));
        run(millis);
        List<String> found = new ArrayList<>(uneven(living));
        List<Member> members = living.stream().map(SimulatedNode::self).toList();
        String node = living.get(random.nextInt(living.size())).name();
        int shard = random.nextInt(state.layout().shards());
        boolean refused = Exchange.refusal(plan, members, shard, node).isPresent();
        long before = grants;
        ask(shard, node);
        run(millis);
        if (!refused && !node.equals(led().get(shard))) {
            found.add("shard " + shard + " was not moved to " + node + " among " + members);
        }
        if (grants - before > 2 || !moves.isEmpty()) {
            found.add("for one move " + (grants - before) + " shards were moved among " + members);
        }
        found.addAll(uneven(living));
        return found;
    }

    /** What the planner would move if it began with what is led now. */
    private List<String> uneven(List<SimulatedNode> living) {
        Map<Integer, String> led = led();
        List<Assignment> asLed = new ArrayList<>();
        for (int shard = 0; shard < state.layout().shards(); shard++) {
            asLed.add(new Assignment(
                    Optional.ofNullable(led.get(shard)), Optional.empty(), Optional.empty(), Duration.ZERO));
        }
        List<Member> members = living.stream().map(SimulatedNode::self).toList();
        List<Assignment> even = Planner.plan(asLed, members, Duration.ZERO);
        List<String> found = new ArrayList<>(notLed());
        for (int shard = 0; shard < asLed.size(); shard++) {
            if (!even.get(shard).owner().equals(asLed.get(shard).owner())) {
                found.add("shard " + shard + " is not where it would be kept, among " + members + ": " + led);
            }
        }
        return found;
    }

    void report(SimulatedNode node, long version) {
        reports.put(node.name(), new Report(node.self(), version, now, databaseTime()));
    }

    private long databaseTime() {
        return now + clockAhead;
    }

    /** Forward, or back below zero. */
    void setClock(long millis) {
        clockAhead += millis;
    }

    void write(GroupState next, List<Assignment> planned) {
        state = next;
        plan = List.copyOf(planned);
    }

    void granted() {
        grants++;
    }

    /** Whether a node is known to stand for a shard; who has died is for a while. */
    boolean isCandidate(String name, int shard) {
        SimulatedNode node = nodes.get(name);
        return node != null && (node.isDead() || node.stands(shard));
    }

    /** A shard was left to somebody: that one must have lived not long ago, and be able to take it. */
    void handedOver(String owner, int shard) {
        SimulatedNode node = nodes.get(owner);
        if (node != null && node.isKnownToHang(shard)) {
            violated("shard " + shard + " was handed to " + owner + ", whose old work still runs");
        }
        if (node == null || (node.isDead() && node.deadFor() > SimulatedRole.LEASE)) {
            violated("a shard was handed to " + owner + ", who is dead");
        }
    }

    void run(long millis) {
        for (long end = now + millis; now < end; now += TICK) {
            nodes.values().forEach(SimulatedNode::tick);
            writes.arrive();
            checkWorkers();
        }
    }

    /** No shard is worked on by two nodes, no two layouts at once, and none again that was followed by another. */
    private void checkWorkers() {
        Map<Integer, String> workers = new HashMap<>();
        Layout layout = null;
        for (SimulatedNode node : nodes.values()) {
            for (SimulatedSeat seat : node.working()) {
                String other = workers.put(seat.shard(), node.name());
                if (other != null) {
                    violated("shard " + seat.shard() + " is led by " + node.name() + " and " + other);
                }
                if (layout != null && !layout.equals(seat.layout())) {
                    violated("keys are worked on in " + layout + " and in " + seat.layout());
                }
                layout = seat.layout();
            }
        }
        if (layout != null && layout.number() < latestLayout) {
            violated(layout + " is worked in after layout " + latestLayout);
        }
        latestLayout = layout == null ? latestLayout : Math.max(latestLayout, layout.number());
    }

    private void join() {
        String name = "n" + names++;
        nodes.put(name, new SimulatedNode(this, name));
    }

    void disturb() {
        List<SimulatedNode> living =
                nodes.values().stream().filter(node -> !node.isDead()).toList();
        SimulatedNode one = living.get(random.nextInt(living.size()));
        switch (random.nextInt(14)) {
            case 0 -> join();
            case 1 -> {
                if (living.size() > 2) {
                    one.die();
                }
            }
            case 2, 3 -> one.pause(random.nextInt(15_000));
            case 4 -> one.cutOff(random.nextInt(15_000));
            case 5 ->
                one.change(
                        new Member(one.name(), 1, List.of(Willingness.values()).get(random.nextInt(3))));
            case 6 -> one.change(new Member(one.name(), 1 + random.nextInt(4), Willingness.OPEN));
            case 7 -> rowGone = true;
            case 8 -> one.hang(random.nextInt(15_000));
            case 9 -> ask(random.nextInt(12), "n" + random.nextInt(names));
            case 10 -> setClock(random.nextInt(-120_000, 120_000));
            case 11 -> one.cannotElect(random.nextInt(15_000));
            default -> state = new GroupState(state.layout(), 1 + random.nextInt(12), state.closing(), state.version());
        }
    }

    /** The role of a shard has been left to somebody. */
    void left(String owner, int shard) {
        left.merge(owner + " shard " + shard, 1, Integer::sum);
    }

    /**
     * One joins that can be granted nothing, for so long. What is left to it in vain is left to it seldom, and when it can lead
     * shares become even.
     */
    List<String> joinedByOneThatCannotLead(long millis, int mostInVain) {
        left.clear();
        join();
        SimulatedNode last = nodes.get("n" + (names - 1));
        last.cannotElect(millis);
        run(millis);
        List<String> found = new ArrayList<>();
        left.forEach((what, times) -> {
            if (times > mostInVain) {
                found.add(what + " was handed over " + times + " times in vain");
            }
        });
        return found;
    }

    /** All at once, as when the database is away. */
    void cutOffAll(long millis) {
        nodes.values().forEach(node -> node.cutOff(millis));
    }

    void killOne() {
        nodes.values().stream()
                .filter(node -> !node.isDead())
                .findFirst()
                .orElseThrow()
                .die();
    }

    void calm() {
        rowGone = false; // by hand, if nobody was left who had seen it
        nodes.values().forEach(SimulatedNode::recover);
        nodes.values().forEach(node -> node.change(new Member(node.name(), 1, Willingness.OPEN)));
    }

    long version() {
        return state.version();
    }

    long grants() {
        return grants;
    }

    /** What is not as it should be when nothing has happened for long. */
    List<String> unsettled() {
        List<String> found = new ArrayList<>();
        if (state.closing() || state.layout().shards() != state.wanted()) {
            found.add("the layout is " + state);
        }
        Map<Integer, String> led = led();
        Map<String, Long> shares = led.values().stream().collect(Collectors.groupingBy(n -> n, Collectors.counting()));
        long living = nodes.values().stream().filter(node -> !node.isDead()).count();
        long least = state.layout().shards() / living;
        for (SimulatedNode node : nodes.values()) {
            long share = shares.getOrDefault(node.name(), 0L);
            if (!node.isDead() && (share < least || share > least + 1)) {
                found.add("uneven: " + shares + " of " + state.layout().shards() + " for " + living);
            }
        }
        found.addAll(notLed());
        return found;
    }

    private Map<Integer, String> led() {
        Map<Integer, String> led = new TreeMap<>();
        nodes.values().forEach(node -> node.working().forEach(seat -> led.put(seat.shard(), node.name())));
        return led;
    }

    List<String> notLed() {
        Map<Integer, String> led = led();
        List<String> found = new ArrayList<>();
        for (int shard = 0; shard < state.layout().shards(); shard++) {
            if (!led.containsKey(shard)) {
                found.add("nobody leads shard " + shard);
            }
        }
        return found;
    }

    List<String> violations() {
        return violations;
    }
}
