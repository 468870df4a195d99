package dev.baton;

/** When the gate of a new session holder may open after its predecessor ended without releasing the role. */
public enum Takeover {
    /** One trust window after the lock was granted: no two gates are ever open together. The default. */
    EXCLUSIVE("exclusive"),
    /** At once: for roles whose every effect is fenced. After a one-sided cut two gates may overlap for a trust window. */
    IMMEDIATE("immediate");

    private final String label;

    Takeover(String label) {
        this.label = label;
    }

    /** The name in configuration and in the lease row. */
    public String label() {
        return label;
    }
}
