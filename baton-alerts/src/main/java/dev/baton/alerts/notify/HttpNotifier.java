package dev.baton.alerts.notify;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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

    private final URI uri;
    private final String authorization;
    private final Function<Notice, ObjectNode> body;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .build();

    /** @param authorization the header's value, or empty */
    HttpNotifier(URI uri, String authorization, Function<Notice, ObjectNode> body) {
        this.uri = uri;
        this.authorization = authorization;
        this.body = body;
    }

    @Override
    public CompletableFuture<Void> sendNotice(Notice notice) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(WHOLE)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", notice.key())
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body.apply(notice))));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        CompletableFuture<HttpResponse<Void>> exchange =
                client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        return exchange.thenCompose(this::verdict)
                .orTimeout(WHOLE.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((nothing, error) -> {
                    if (error != null) {
                        exchange.cancel(true);
                    }
                });
    }

    private CompletableFuture<Void> verdict(HttpResponse<Void> response) {
        return response.statusCode() / 100 == 2
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(
                        new IOException(uri.getHost() + " answered with status " + response.statusCode()));
    }
}
