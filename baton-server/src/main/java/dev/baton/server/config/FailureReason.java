package dev.baton.server.config;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.util.Locale;

/** Why something failed, as the system said it: many an exception has only a path for a message, or none at all. */
public final class FailureReason {

    private FailureReason() {}

    /** One that ends a sentence of ours. */
    public static String of(Throwable error) {
        Throwable cause = error.getCause();
        String message = error.getMessage();
        if (message == null) {
            return cause == null ? words(error) : of(cause);
        }
        if (error instanceof FileSystemException file && file.getReason() == null) {
            return message + ": " + words(error);
        }
        if (error instanceof SQLException && cause instanceof IOException) {
            return message + " " + of(cause);
        }
        return message;
    }

    /** The name of an AccessDeniedException says what its message does not: access denied. */
    private static String words(Throwable error) {
        return error.getClass()
                .getSimpleName()
                .replaceAll("(Exception|Error)$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }
}
