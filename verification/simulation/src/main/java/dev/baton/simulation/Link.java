package dev.baton.simulation;

/** One direction of a network path. Held back, messages arrive later (TCP sends again); cut, they never arrive. */
final class Link {

    private final Link wider;
    private long heldUntil;
    private boolean cut;

    private Link(Link wider) {
        this.wider = wider;
    }

    /** All traffic of a node, one way. */
    static Link ofNode() {
        return new Link(null);
    }

    /** One connection's share of this path. */
    Link branch() {
        return new Link(this);
    }

    void hold(long until) {
        heldUntil = Math.max(heldUntil, until);
    }

    void heal() {
        heldUntil = 0;
    }

    void cut() {
        cut = true;
    }

    boolean isCut() {
        return cut;
    }

    long heldUntil() {
        return wider == null ? heldUntil : Math.max(heldUntil, wider.heldUntil);
    }
}
