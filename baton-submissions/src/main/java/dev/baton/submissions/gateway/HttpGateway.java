package dev.baton.submissions.gateway;

import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.tls.TlsClients;
import dev.baton.support.JsonSlices;
import dev.baton.support.OutboundCalls;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls over HTTP without a thread for each: the client keeps and reuses connections. The far side is not trusted: no
 * redirect is followed, no more of an answer is read than one may have, and the time-out covers the whole exchange, not
 * only the headers. Nor is the way there: the gate is looked at again when the body leaves.
 */
final class HttpGateway implements Gateway {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String REFERENCE = "referenceId";
    private static final int LONGEST_ANSWER = 64 * 1024;

    private final URI uri;
    private final GatewaySpec spec;
    private final AnswerReader reader;
    private final Credentials credentials;
    private final TlsClients clients;

    HttpGateway(URI uri, GatewaySpec spec, AnswerReader reader, Credentials credentials) {
        this.uri = uri;
        this.spec = spec;
        this.reader = reader;
        this.credentials = credentials;
        this.clients = new TlsClients(() -> HttpClient.newBuilder()
                .version("https".equals(uri.getScheme()) ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(OutboundCalls.shared().clientThreads())
                .connectTimeout(spec.connectTimeout()));
    }

    @Override
    public CompletableFuture<GatewayAnswer> send(GatewayCall call) {
        byte[] bytes = body(call);
        GatedBody body = new GatedBody(bytes, call);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(spec.requestTimeout())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(body);
        call.headers().forEach(request::header);
        Optional<Credential> credential = credential(spec).map(credentials::require);
        credential.ifPresent(one -> one.headers(bytes).forEach(request::setHeader));
        HttpClient client = clients.of(credential.flatMap(Credential::tls));
        CompletableFuture<HttpResponse<byte[]>> exchange = OutboundCalls.shared()
                .send(
                        uri,
                        spec.requestTimeout(),
                        () -> client.sendAsync(request.build(), info -> new BoundedBody(LONGEST_ANSWER)));
        return exchange.handle((response, error) -> {
            body.ensureSent();
            if (error != null) {
                throw error instanceof CompletionException e ? e : new CompletionException(error);
            }
            return reader.read(call, response);
        });
    }

    /** The name of the credential that goes with every call: it stands in the contract, its value does not. */
    static Optional<String> credential(GatewaySpec spec) {
        return Optional.ofNullable(spec.options().get("credential"));
    }

    /**
     * The payload's fields, as they came, and the reference in place of any that it has; a payload that is no object goes
     * in a field of its own.
     */
    private static byte[] body(GatewayCall call) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write('{');
        for (JsonSlices.Member field : fields(call.payload())) {
            if (!JSON.readTree(field.name()).asString().equals(REFERENCE)) {
                body.writeBytes(field.name());
                body.write(':');
                body.writeBytes(field.value());
                body.write(',');
            }
        }
        body.writeBytes(JSON.writeValueAsBytes(REFERENCE));
        body.write(':');
        body.writeBytes(JSON.writeValueAsBytes(call.intentId()));
        body.write('}');
        return body.toByteArray();
    }

    private static List<JsonSlices.Member> fields(byte[] payload) {
        try {
            JsonNode tree = JSON.readTree(payload);
            if (tree.isMissingNode()) {
                return List.of();
            }
            return tree.isObject()
                    ? JsonSlices.members(payload)
                    : List.of(new JsonSlices.Member(JSON.writeValueAsBytes("payload"), JsonSlices.value(payload)));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the payload is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
