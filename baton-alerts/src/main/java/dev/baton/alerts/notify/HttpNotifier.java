package dev.baton.alerts.notify;

import dev.baton.support.OutboundCalls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Posts notices as JSON to one address of the configuration. No redirect is followed, nothing of an answer is read but
 * its status, and the whole exchange is bounded. Errors name the host and the status, never the address: it may be secret.
 */
final class HttpNotifier implements Notifier {

    static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration WHOLE = Duration.ofSeconds(10);

    private final Supplier<URI> address;
    private final Function<Notice, ObjectNode> body;
    private final Function<byte[], Map<String, String>> proof;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(OutboundCalls.shared().clientThreads())
            .connectTimeout(CONNECT)
            .build();

    /**
     * All three are asked with every notice.
     *
     * @param proof headers that say who sends a body
     */
    HttpNotifier(
            Supplier<URI> address, Function<Notice, ObjectNode> body, Function<byte[], Map<String, String>> proof) {
        this.address = address;
        this.body = body;
        this.proof = proof;
    }

    @Override
    public CompletableFuture<Void> sendNotice(Notice notice) {
        URI uri = address.get();
        byte[] content = JSON.writeValueAsBytes(body.apply(notice));
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(WHOLE)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", notice.key())
                .POST(HttpRequest.BodyPublishers.ofByteArray(content));
        proof.apply(content).forEach(request::setHeader);
        return OutboundCalls.shared()
                .send(uri, WHOLE, () -> client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding()))
                .thenCompose(response -> verdict(uri, response));
    }

    private static CompletableFuture<Void> verdict(URI uri, HttpResponse<Void> response) {
        return response.statusCode() / 100 == 2
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(
                        new IOException(uri.getHost() + " answered with status " + response.statusCode()));
    }
}
