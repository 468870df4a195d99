package dev.baton.shards;

/**
 * A role as the core keeps it, in virtual time: one holder at a time, a new epoch for each, and a gate that shuts by itself
 * before another holder can come. How this is done on real databases is proven elsewhere.
 */
final class SimulatedRole {

    static final long TRUST = 2_000;
    static final long LEASE = 3_000;
    private static final long RESERVATION = 2_000;

    private final GroupWorld world;
    private SimulatedNode holder;
    private long epoch;
    private long heartbeat;
    private String reservedFor = "";
    private long reservedUntil;

    SimulatedRole(GroupWorld world) {
        this.world = world;
    }

    /** @return the epoch of the new term; 0 if there is none */
    long tryAcquire(SimulatedNode candidate) {
        boolean free = holder == null || world.now() >= heartbeat + LEASE;
        boolean reserved = world.now() < reservedUntil && !reservedFor.equals(candidate.name());
        if (!free || reserved) {
            return 0;
        }
        holder = candidate;
        heartbeat = world.now();
        reservedUntil = 0;
        return ++epoch;
    }

    /** @return whether the term goes on */
    boolean renew(SimulatedNode node, long term) {
        if (!isCurrent(node, term)) {
            return false;
        }
        heartbeat = world.now();
        return true;
    }

    long epoch() {
        return epoch;
    }

    boolean isCurrent(SimulatedNode node, long term) {
        return holder == node && epoch == term;
    }

    boolean isHeldBy(SimulatedNode node) {
        return holder == node;
    }

    void release(SimulatedNode node, long term) {
        if (isCurrent(node, term)) {
            holder = null;
        }
    }

    /** @return whether it was this node's to leave */
    boolean transfer(SimulatedNode node, long term, String successor) {
        boolean current = isCurrent(node, term);
        if (current) {
            holder = null;
            reservedFor = successor;
            reservedUntil = world.now() + RESERVATION;
        }
        return current;
    }
}
