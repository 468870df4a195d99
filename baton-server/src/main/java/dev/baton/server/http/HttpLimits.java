package dev.baton.server.http;

import java.time.Duration;

/**
 * What the server puts up with.
 *
 * @param headers bytes of all headers of a request together
 * @param threads that answer
 * @param connections open at once; one more pushes out the one that has waited longest for its request
 * @param perAddress connections open at once from one address
 * @param bodies bytes of all bodies that are being read or looked at
 * @param answers bytes of all answers that are being made or sent
 */
public record HttpLimits(
        int headers, int threads, int connections, int perAddress, long bodies, long answers, Patience patience) {

    private static final int MOST_CONNECTIONS = 4_000;

    /** A request's head, as large as it may be, in objects and strings, and the buffers of its connection. */
    private static final int BYTES_OF_A_CONNECTION = 32 * 1024;

    /**
     * How long things may take.
     *
     * @param header for the head of a request to come, from its first byte or from the opening of the connection
     * @param body for a body to come
     * @param answer for an answer to be taken
     * @param idle how long a connection may be silent
     */
    public record Patience(Duration header, Duration body, Duration answer, Duration idle) {

        public static final Patience DEFAULT = new Patience(
                Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(30));
    }

    /** What a process with so much memory can bear: whatever clients do, half of it is left for the work. */
    public static HttpLimits forHeap(long bytes) {
        int connections = (int) Math.min(MOST_CONNECTIONS, bytes / 4 / BYTES_OF_A_CONNECTION);
        return new HttpLimits(8 * 1024, 200, connections, connections / 2, bytes / 16, bytes / 8, Patience.DEFAULT);
    }

    public static HttpLimits ofThisProcess() {
        return forHeap(Runtime.getRuntime().maxMemory());
    }

    /** For probes alone, on a port of their own. */
    public static HttpLimits forProbes() {
        HttpLimits usual = ofThisProcess();
        return new HttpLimits(usual.headers(), 8, 100, 50, 0, usual.answers() / 16, Patience.DEFAULT);
    }

    public HttpLimits connections(int all, int each) {
        return new HttpLimits(headers, threads, all, each, bodies, answers, patience);
    }
}
