package dev.baton.server.api;

import dev.baton.server.http.Problem;
import java.util.Set;
import java.util.TreeSet;

/**
 * What jobs may be handled by.
 *
 * @param names of handlers, here or elsewhere
 */
record KnownHandlers(Set<String> names) {

    KnownHandlers {
        names = Set.copyOf(names);
    }

    /** A job that nobody handles would wait for ever. */
    void refuseUnknown(String handler) {
        if (!names.contains(handler)) {
            throw Problem.invalid(
                    "nobody handles '" + handler + "': there are " + String.join(", ", new TreeSet<>(names))
                            + "; handlers of other programs are named in jobs.elsewhere");
        }
    }
}
