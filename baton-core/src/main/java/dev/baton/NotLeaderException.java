package dev.baton;

/** The act was stopped by the gate: this instance does not lead the role now, or no longer under that epoch. */
public class NotLeaderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String role;

    public NotLeaderException(String role, String message) {
        super(message);
        this.role = role;
    }

    /** The role that the act needed. */
    public String role() {
        return role;
    }
}
