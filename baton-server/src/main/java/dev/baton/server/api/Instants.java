package dev.baton.server.api;

import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Instants that callers name. */
final class Instants {

    private Instants() {}

    static Optional<Instant> query(Call call, String name) {
        return call.query(name).map(text -> {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException e) {
                throw Problem.invalid(name + " is '" + text + "': it must be an instant like 2026-02-02T12:00:00Z");
            }
        });
    }
}
