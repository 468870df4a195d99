package dev.baton.server.postgres;

/** The embedded database cannot be had: one sentence that says why and what to do. */
public final class PostgresException extends RuntimeException {

    PostgresException(String message) {
        super(message);
    }

    PostgresException(String message, Throwable cause) {
        super(message, cause);
    }
}
