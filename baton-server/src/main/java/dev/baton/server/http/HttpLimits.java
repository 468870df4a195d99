package dev.baton.server.http;

import java.time.Duration;

/**
 * What the server puts up with.
 *
 * @param largestBody bytes of a request's body
 * @param headers bytes of all headers of a request together
 * @param threads that answer
 * @param connections open at once; more wait in the system's queue
 * @param headerPatience how long headers may trickle in
 * @param bodyPatience how long a body may take to come
 * @param idle how long a connection may be silent
 */
public record HttpLimits(
        int largestBody,
        int headers,
        int threads,
        int connections,
        Duration headerPatience,
        Duration bodyPatience,
        Duration idle) {

    public static final HttpLimits DEFAULT = new HttpLimits(
            4 * 1024 * 1024,
            16 * 1024,
            200,
            4_000,
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));
}
