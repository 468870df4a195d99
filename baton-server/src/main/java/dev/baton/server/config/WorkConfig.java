package dev.baton.server.config;

import dev.baton.jobs.RetryPolicy;
import dev.baton.server.http.TrustedProxies.Network;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Work of jobs that is not Java: {@code [jobs.handlers.NAME]}
 *
 * @param calls by name
 * @param commands by name
 * @param elsewhere names of handlers that other programs on this database have
 * @param callbackUrl where callees reach a node, any
 * @param privateNetworks what HTTP calls may reach besides public addresses
 */
public record WorkConfig(
        Map<String, HttpCall> calls,
        Map<String, Command> commands,
        List<String> elsewhere,
        Optional<URI> callbackUrl,
        List<Network> privateNetworks) {

    /**
     * Which of the numbers that work answers with mean that it is done, and which that trying again would not help.
     *
     * @param done numbers, or {@code 2xx} for a hundred of them
     * @param lasting the same; what callees say when they are merely busy only if it is named
     */
    public record Verdicts(List<String> done, List<String> lasting) {

        private static final List<Integer> BUSY = List.of(408, 425, 429);

        public boolean isDone(int code) {
            return done.contains(Integer.toString(code)) || done.contains(code / 100 + "xx");
        }

        public boolean isLasting(int code) {
            return lasting.contains(Integer.toString(code))
                    || (lasting.contains(code / 100 + "xx") && !BUSY.contains(code));
        }
    }

    /**
     * {@code type = "http"}
     *
     * @param headers names and values in turn
     * @param authorizationFile holds the value of the header {@code Authorization}
     * @param completion how long a callee that answers with 202 may take to say how the run ended; without it 202 is an answer like others
     */
    public record HttpCall(
            URI url,
            String method,
            List<String> headers,
            Optional<Path> authorizationFile,
            Verdicts verdicts,
            Duration timeout,
            Optional<Duration> completion,
            RetryPolicy retries) {}

    /**
     * {@code type = "command"}
     *
     * @param input what it reads instead of the payload
     * @param grace between asking and forcing it to end
     * @param outputLimit the most bytes that are kept of what it says: the last ones
     */
    public record Command(
            List<String> arguments,
            Optional<Path> directory,
            Map<String, String> environment,
            Optional<String> input,
            Verdicts verdicts,
            Optional<Duration> timeout,
            Duration grace,
            int outputLimit,
            RetryPolicy retries) {}
}
