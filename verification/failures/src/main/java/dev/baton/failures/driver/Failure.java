package dev.baton.failures.driver;

/** The ways in which one call to the database can fail. */
public enum Failure {
    /** It never reaches the server, and the connection is gone. */
    UNSENT,
    /** The server carries it out, and the answer is lost with the connection. */
    ANSWER_LOST,
    /** The same, and by the time the caller notices, everybody else has done what there was to do. */
    ANSWER_LOST_LATE,
    /** Nobody answers until a time-out; a call without one would wait for ever. */
    SILENCE,
    /** The connection turns out to be closed; the driver says so in its own words. */
    CLOSED,
    /** The server is a read-only one now, as after a fail-over. */
    READ_ONLY,
    /** The server takes the transaction back: a deadlock, or one that cannot be put in order. */
    TAKEN_BACK,
    /** The server gives the statement up: it ran or waited for a lock too long. */
    GIVEN_UP,
    /** The process dies before the call. */
    KILLED_BEFORE,
    /** The process dies when the server has carried the call out. */
    KILLED_AFTER;

    /** Whether the process does not outlive it. */
    public boolean isDeath() {
        return this == KILLED_BEFORE || this == KILLED_AFTER;
    }
}
