package dev.baton.fuzz;

import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;

/** A body of a request: an object with the members that were asked for, or refused in words. */
public final class JsonBodies {

    private JsonBodies() {}

    public static void fuzzerTestOneInput(byte[] input) {
        try {
            JsonObject body = JsonObject.read(input, "intentId", "payload", "priority");
            body.optionalText("intentId");
            body.optionalNumber("priority");
        } catch (Problem refused) {
            Expect.that(refused.status() < 500, "a body is answered with " + refused.status());
        }
    }
}
