package dev.baton.chaos.faults;

/**
 * One fault of a plan. Whom it hits is decided when it strikes: the node that leads a role then, or one by number.
 *
 * @param role whose leader is hit; empty: the node with that number
 * @param node a number, taken modulo the nodes
 * @param millis how long it lasts
 * @param calmMillis how long nothing more happens after it
 * @param together whether the next fault begins while this one lasts
 */
public record Fault(Kind kind, String role, int node, long millis, long calmMillis, boolean together) {

    /** The same, long enough for what follows from it to be over before it ends, and followed by nothing. */
    public Fault alone(long atLeastMillis) {
        return new Fault(kind, role, node, Math.max(millis, atLeastMillis), 0, false);
    }
}
