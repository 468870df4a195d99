package dev.baton.submissions.gateway;

import dev.baton.submissions.model.GatewaySpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls over HTTP without a thread for each: the client keeps and reuses connections. The far side is not trusted: no
 * redirect is followed, no more of an answer is read than one may have, and the time-out covers the whole exchange, not
 * only the headers. Nor is the way there: the gate is looked at again when the body leaves.
 */
final class HttpGateway implements Gateway {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LONGEST_ANSWER = 64 * 1024;

    private final URI uri;
    private final GatewaySpec spec;
    private final AnswerReader reader;
    private final HttpClient client;

    HttpGateway(URI uri, GatewaySpec spec, AnswerReader reader) {
        this.uri = uri;
        this.spec = spec;
        this.reader = reader;
        this.client = HttpClient.newBuilder()
                .version("https".equals(uri.getScheme()) ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(spec.connectTimeout())
                .build();
    }

    @Override
    public CompletableFuture<GatewayAnswer> send(GatewayCall call) {
        GatedBody body = new GatedBody(body(call), call);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(spec.requestTimeout())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(body);
        call.headers().forEach(request::header);
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(request.build(), info -> new BoundedBody(LONGEST_ANSWER));
        CompletableFuture<GatewayAnswer> answer = exchange.thenApply(response -> reader.read(call, response));
        return answer.orTimeout(spec.requestTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .handle((said, error) -> {
                    if (error != null) {
                        exchange.cancel(true);
                    }
                    body.ensureSent();
                    if (error != null) {
                        throw error instanceof CompletionException e ? e : new CompletionException(error);
                    }
                    return said;
                });
    }

    /** The payload's fields and the reference; a payload that is no object goes in a field of its own. */
    private static byte[] body(GatewayCall call) {
        ObjectNode fields;
        try {
            JsonNode payload = JSON.readTree(call.payload());
            fields = payload instanceof ObjectNode object ? object : JSON.createObjectNode();
            if (!(payload instanceof ObjectNode) && !payload.isMissingNode()) {
                fields.set("payload", payload);
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the payload is not JSON: " + e.getOriginalMessage(), e);
        }
        fields.put("referenceId", call.intentId());
        return JSON.writeValueAsBytes(fields);
    }
}
