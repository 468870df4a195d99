package dev.baton.shards;

import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Duty;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Planner;
import dev.baton.shards.plan.Willingness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A node of the group in virtual time, which decides by the product's own rules; a look, its act and its report are ticks apart. */
final class SimulatedNode {

    private static final long ROUND = 1_000;
    private static final Duration ABSENT_AFTER = Duration.ofSeconds(10);
    private static final Duration GRACE = Duration.ofSeconds(60);

    private final GroupWorld world;
    private final String name;
    private final Map<Integer, SimulatedSeat> seats = new TreeMap<>();
    private Member self;
    private long pausedUntil;
    private long cutOffUntil;
    private long cannotElectUntil;
    private boolean dead;
    private long diedAt;
    private long roundAt;
    private int roundStep;
    private GroupView seen;
    private long knownVersion = -1;
    private long lastRound;

    private long coordinatorEpoch;
    private long planAt;
    private MemberWatch watch;
    private Set<Integer> retired = new HashSet<>();
    private Layout retiring;

    SimulatedNode(GroupWorld world, String name) {
        this.world = world;
        this.name = name;
        this.self = new Member(name, 1, Willingness.OPEN);
        this.lastRound = world.now();
        this.roundAt = world.now() + world.random().nextInt(500);
    }

    String name() {
        return name;
    }

    Member self() {
        return self;
    }

    boolean isDead() {
        return dead;
    }

    /** For how long it has been dead. */
    long deadFor() {
        return world.now() - diedAt;
    }

    void die() {
        dead = true;
        diedAt = world.now();
        seats.clear();
    }

    void pause(long millis) {
        pausedUntil = world.now() + millis;
    }

    void cutOff(long millis) {
        cutOffUntil = world.now() + millis;
    }

    /** Reports itself, stands for what it owns, and is never granted any of it. */
    void cannotElect(long millis) {
        cannotElectUntil = world.now() + millis;
    }

    boolean cannotElect() {
        return world.now() < cannotElectUntil;
    }

    /** Loses what it leads, and the work does not notice. */
    void hang(long millis) {
        working().forEach(seat -> seat.hang(millis));
    }

    boolean stands(int shard) {
        return seats.containsKey(shard) && seats.get(shard).isCandidate();
    }

    boolean isKnownToHang(int shard) {
        return seats.containsKey(shard) && seats.get(shard).isKnownToHang();
    }

    void change(Member changed) {
        self = changed;
    }

    void recover() {
        pausedUntil = 0;
        cannotElectUntil = 0;
        cutOffUntil = 0;
    }

    List<SimulatedSeat> working() {
        return seats.values().stream().filter(SimulatedSeat::works).toList();
    }

    void tick() {
        if (dead || world.now() < pausedUntil) {
            return;
        }
        boolean reaches = world.now() >= cutOffUntil;
        seats.values().removeIf(seat -> seat.tick(reaches));
        if (!reaches) {
            if (world.now() - lastRound > ABSENT_AFTER.toMillis()) {
                seats.values().stream().filter(SimulatedSeat::leads).forEach(SimulatedSeat::leave);
            }
            roundStep = 0;
        } else if (world.now() >= roundAt) {
            round();
        }
        if (reaches) {
            seats.values().forEach(SimulatedSeat::write);
            coordinate();
        }
    }

    private void round() {
        switch (roundStep++) {
            case 0 -> {
                if (world.isRowGone()) {
                    world.found(seen);
                }
                if (world.isRowGone()) {
                    roundStep = 0;
                    roundAt = world.now() + ROUND;
                    return;
                }
                seats.values().forEach(seat -> seat.signs().beforeLook(seat.term()));
                seen = world.view();
            }
            case 1 -> {
                act(seen, knownVersion == seen.state().version());
                knownVersion = seen.state().version();
            }
            default -> {
                world.report(this, knownVersion);
                seats.values().forEach(SimulatedSeat::reported);
                roundStep = 0;
                lastRound = world.now();
                roundAt = world.now() + ROUND;
            }
        }
    }

    private void act(GroupView view, boolean knewPlan) {
        seats.values().forEach(seat -> seat.signs().afterLook(seat.term(), view));
        seats.values().stream()
                .filter(seat -> !view.state().hasActive(seat.layout()) && !seat.isLeaving())
                .forEach(SimulatedSeat::leave);
        for (int shard = 0; shard < view.plan().size() && !view.state().closing(); shard++) {
            SimulatedSeat seat = seats.get(shard);
            if (seat == null || !seat.isLeaving()) {
                act(view, shard, seat, knewPlan);
            }
        }
    }

    private void act(GroupView view, int shard, SimulatedSeat seat, boolean knewPlan) {
        Assignment assignment = view.plan().get(shard);
        Duty duty = Duty.of(assignment, name, seat != null && seat.leads(), seat != null || knewPlan);
        boolean owns = assignment.owner().filter(name::equals).isPresent();
        if (duty == Duty.STAND && seat == null && (owns || !world.has(PlantedBug.NO_HEIRS))) {
            seats.put(shard, new SimulatedSeat(world, this, shard, view.state().layout()));
        } else if (duty == Duty.STAND && seat != null && !world.has(PlantedBug.STANDS_WHILE_HELD_UP)) {
            seat.standIfFree();
        } else if (duty == Duty.STAY_AWAY && seat != null) {
            seat.leave();
        } else if (duty == Duty.HAND_OVER && !world.has(PlantedBug.NO_HAND_OVER)) {
            String owner = assignment.owner().orElseThrow();
            boolean blindly = world.has(PlantedBug.HANDED_TO_THE_DEAD) && seat.term() != null;
            boolean mayTry = world.has(PlantedBug.HANDED_OVER_IN_VAIN)
                    || seat.pauses().mayHandOver(owner, world.now() * 1_000_000);
            if (mayTry
                    && world.isCandidate(owner, shard)
                    && (blindly || seat.signs().canTake(view, owner))) {
                world.handedOver(owner, shard);
                seat.transferTo(owner);
            }
        }
    }

    private void coordinate() {
        SimulatedRole role = world.coordinator();
        if (coordinatorEpoch == 0 || !role.renew(this, coordinatorEpoch)) {
            coordinatorEpoch = role.tryAcquire(this);
            watch = new MemberWatch(() -> world.now() * 1_000_000, ABSENT_AFTER);
            retired = new HashSet<>();
            planAt = world.now() + 200;
        }
        if (coordinatorEpoch == 0 || world.isRowGone()) {
            return;
        }
        if (world.state().closing()) {
            retire(world.state().layout());
        }
        if (world.now() >= planAt) {
            planAt = world.now() + ROUND;
            plan(world.view());
        }
    }

    private void retire(Layout layout) {
        if (!layout.equals(retiring)) {
            retiring = layout;
            retired = new HashSet<>();
        }
        for (int shard = 0; shard < layout.shards(); shard++) {
            if (!retired.contains(shard) && !seats.containsKey(shard)) {
                long epoch = world.role(shard).tryAcquire(this);
                if (epoch > 0) {
                    retired.add(shard);
                    world.role(shard).release(this, epoch);
                }
            }
        }
    }

    private void plan(GroupView view) {
        List<Member> living = world.has(PlantedBug.OLD_REPORTS_ARE_DEATHS)
                ? view.members().values().stream()
                        .filter(row -> row.silent().compareTo(ABSENT_AFTER) <= 0)
                        .map(MemberRow::member)
                        .toList()
                : watch.living(view);
        List<Assignment> planned = planned(view, living);
        GroupState state = view.state();
        switch (Coordinator.next(view, planned)) {
            case WRITE_PLAN -> {
                world.forget(view.moves());
                if (Coordinator.changes(view, planned)) {
                    world.write(state.nextPlan(), planned);
                }
            }
            case CLOSE_LAYOUT -> world.write(state.beginClosing(), view.plan());
            case END_LAYOUT -> {
                if (retired.size() == state.layout().shards() || world.has(PlantedBug.NO_RETIREMENT)) {
                    GroupState next = state.nextLayout();
                    List<Assignment> fresh = Collections.nCopies(next.layout().shards(), Assignment.NEW);
                    world.write(next, Planner.plan(fresh, living, GRACE));
                }
            }
            case NOTHING -> {}
        }
    }

    private List<Assignment> planned(GroupView view, List<Member> living) {
        if (!world.has(PlantedBug.MOVED_WITHOUT_EXCHANGE)) {
            return Coordinator.planned(view, living, GRACE);
        }
        List<Assignment> wanted = new ArrayList<>(view.plan());
        for (WantedMove move : view.moves()) {
            if (move.shard() < wanted.size()) {
                Assignment old = wanted.get(move.shard());
                wanted.set(move.shard(), new Assignment(Optional.of(move.node()), old.heir(), old.home(), old.away()));
            }
        }
        return Planner.plan(wanted, living, GRACE);
    }
}
