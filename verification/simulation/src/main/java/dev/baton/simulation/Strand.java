package dev.baton.simulation;

/** A thread (or the whole database server): does one step after the other, can be held up between them, can die. */
final class Strand {

    private final String name;
    private long heldUntil;
    private boolean dead;

    Strand(String name) {
        this.name = name;
    }

    void hold(long until) {
        heldUntil = Math.max(heldUntil, until);
    }

    long heldUntil() {
        return heldUntil;
    }

    void die() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    @Override
    public String toString() {
        return name;
    }
}
