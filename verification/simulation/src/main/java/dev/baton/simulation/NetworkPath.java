package dev.baton.simulation;

/** One direction of a network path. Held back, messages arrive later (TCP sends again); cut, they never arrive. */
final class NetworkPath {

    private final NetworkPath wider;
    private long heldUntil;
    private long slowUntil;
    private long slowBy;
    private boolean cut;

    private NetworkPath(NetworkPath wider) {
        this.wider = wider;
    }

    /** All traffic of a node, one way. */
    static NetworkPath ofNode() {
        return new NetworkPath(null);
    }

    /** One connection's share of this path. */
    NetworkPath branch() {
        return new NetworkPath(this);
    }

    void hold(long until) {
        heldUntil = Math.max(heldUntil, until);
    }

    /** Every message that sets out until then takes so much longer. */
    void slow(long by, long until) {
        slowBy = by;
        slowUntil = until;
    }

    void heal() {
        heldUntil = 0;
        slowUntil = 0;
    }

    void cut() {
        cut = true;
    }

    boolean isCut() {
        return cut;
    }

    /** How much longer than usual a message takes that sets out now. */
    long delay(long now) {
        long own = now < slowUntil ? slowBy : 0;
        return wider == null ? own : own + wider.delay(now);
    }

    long heldUntil() {
        return wider == null ? heldUntil : Math.max(heldUntil, wider.heldUntil);
    }
}
