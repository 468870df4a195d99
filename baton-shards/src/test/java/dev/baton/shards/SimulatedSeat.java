package dev.baton.shards;

import java.util.Optional;

/** A node standing for a shard, in virtual time: a tick between the grant, the look at the layout, and the work. */
final class SimulatedSeat {

    private enum Phase {
        FOLLOWING,
        GRANTED,
        LOOKED,
        WORKING
    }

    private final GroupWorld world;
    private final SimulatedNode node;
    private final SimulatedRole role;
    private final int shard;
    private final Layout layout;
    private final SignsOfLife signs = new SignsOfLife();
    private final HandOverPauses pauses = new HandOverPauses();
    private Phase phase = Phase.FOLLOWING;
    private long epoch;
    private long lastBeat;
    private Object term;
    private Optional<String> successor = Optional.empty();
    private boolean leaving;
    private long leaveAt = Long.MAX_VALUE;
    private long notBefore;
    private long hangsUntil;
    private int reportsWhileHanging;
    private boolean withdrawn;

    SimulatedSeat(GroupWorld world, SimulatedNode node, int shard, Layout layout) {
        this.world = world;
        this.node = node;
        this.role = world.role(shard);
        this.shard = shard;
        this.layout = layout;
    }

    int shard() {
        return shard;
    }

    Layout layout() {
        return layout;
    }

    boolean leads() {
        return phase != Phase.FOLLOWING;
    }

    boolean isLeaving() {
        return leaving;
    }

    SignsOfLife signs() {
        return signs;
    }

    HandOverPauses pauses() {
        return pauses;
    }

    /** What the work of this seat is known by; null if none runs. */
    Object term() {
        return phase == Phase.WORKING ? term : null;
    }

    /** Whether this seat may act now: the work runs, and the last heartbeat is young. */
    boolean works() {
        return phase == Phase.WORKING && world.now() < lastBeat + SimulatedRole.TRUST;
    }

    /** The work writes while it runs; if its term was lost and it has not noticed, it still does. */
    void write() {
        if (works() || hangs()) {
            world.writes().work(node, shard, layout, epoch);
        }
    }

    void transferTo(String owner) {
        if (successor.isEmpty() && leaveAt == Long.MAX_VALUE) {
            successor = Optional.of(owner);
            leaveAt = world.now() + world.random().nextInt(500);
        }
    }

    /** The term is lost, and its work runs on. */
    void hang(long millis) {
        role.release(node, epoch);
        lose();
        hangsUntil = world.now() + millis;
        reportsWhileHanging = 0;
    }

    private boolean hangs() {
        return world.now() < hangsUntil;
    }

    void standIfFree() {
        withdrawn = hangs();
    }

    boolean isCandidate() {
        return !leaving && !withdrawn;
    }

    void reported() {
        reportsWhileHanging++;
    }

    /** Its node has reported itself since, and acted before that. */
    boolean isKnownToHang() {
        return hangs() && reportsWhileHanging > 1;
    }

    void leave() {
        leaving = true;
        successor = Optional.empty();
        leaveAt = Math.min(leaveAt, world.now() + (leads() ? world.random().nextInt(500) : 0));
    }

    /** @return whether the seat is gone */
    boolean tick(boolean reachesDatabase) {
        if (leads() && reachesDatabase && !role.renew(node, epoch)) {
            lose();
        } else if (leads() && reachesDatabase) {
            lastBeat = world.now();
        } else if (leads() && world.now() >= lastBeat + SimulatedRole.LEASE) {
            lose();
        }
        if (world.now() >= leaveAt && (reachesDatabase || !leads())) {
            return end();
        }
        if (reachesDatabase) {
            advance();
        }
        return false;
    }

    private void lose() {
        phase = Phase.FOLLOWING;
        term = null;
    }

    private boolean end() {
        if (leads()) {
            successor.ifPresentOrElse(owner -> transfer(owner), () -> role.release(node, epoch));
            lose();
        }
        leaveAt = Long.MAX_VALUE;
        notBefore = world.now() + 500;
        successor = Optional.empty();
        return leaving;
    }

    private void transfer(String owner) {
        if (role.transfer(node, epoch, owner)) {
            pauses.handedOver(owner, epoch);
            world.left(owner, shard);
        }
    }

    private void advance() {
        switch (phase) {
            case FOLLOWING -> {
                boolean waits = leaving || withdrawn || hangs() || world.now() < notBefore || node.cannotElect();
                long granted = waits ? 0 : role.tryAcquire(node);
                if (granted > 0) {
                    epoch = granted;
                    lastBeat = world.now();
                    phase = Phase.GRANTED;
                    world.granted();
                }
            }
            case GRANTED -> {
                if (world.has(PlantedBug.NO_LOOK_AT_THE_LAYOUT) || world.hasActive(layout)) {
                    phase = Phase.LOOKED;
                } else {
                    role.release(node, epoch);
                    lose();
                    notBefore = world.now() + 500;
                }
            }
            case LOOKED -> {
                phase = Phase.WORKING;
                term = new Object();
                pauses.began(epoch, world.now() * 1_000_000);
            }
            case WORKING -> {}
        }
    }
}
