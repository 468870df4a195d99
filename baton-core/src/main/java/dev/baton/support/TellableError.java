package dev.baton.support;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Errors of user code are asked what they are about: by logs, by listeners, by whoever writes them down. */
public final class TellableError {

    private TellableError() {}

    /** The error itself, or one that stands for it if it throws something when it is asked. */
    public static Throwable of(Throwable error) {
        try {
            ask(error, Collections.newSetFromMap(new IdentityHashMap<>()));
            return error;
        } catch (Throwable e) { // whatever it is, and whether or not it may be thrown there
            return new IllegalStateException(
                    error.getClass().getName() + ", which cannot tell what it is about, but throws "
                            + e.getClass().getName());
        }
    }

    /** For all that is ever asked for. */
    private static void ask(Throwable error, Set<Throwable> asked) {
        if (error == null || !asked.add(error)) {
            return;
        }
        new StringBuilder()
                .append(error)
                .append(error.getMessage())
                .append(error.getLocalizedMessage())
                .append(error.getStackTrace().length);
        for (Throwable suppressed : error.getSuppressed()) {
            ask(suppressed, asked);
        }
        ask(error.getCause(), asked);
    }
}
