package dev.baton.simulation;

/** The errors that a client can get instead of an answer. */
enum SqlError {
    CONNECTION_LOST("the connection is lost"),
    TERMINATED("terminating connection due to administrator command"),
    REFUSED("connection refused"),
    LOCK_TIMEOUT("canceling statement due to lock timeout"),
    SOCKET_TIMEOUT("read timed out"),
    INTERRUPTED("the wait was interrupted");

    private final String message;

    SqlError(String message) {
        this.message = message;
    }

    /** What a JDBC driver would throw; without a stack, because runs meet many. */
    Exception thrown() {
        return new Thrown(message);
    }

    private static final class Thrown extends Exception {
        private static final long serialVersionUID = 1L;

        Thrown(String message) {
            super(message, null, false, false);
        }
    }
}
