package dev.baton.submissions.executor.webhooks;

import dev.baton.submissions.gateway.Credential;
import dev.baton.submissions.gateway.Credentials;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.store.WebhookRows.Telling;
import java.net.http.HttpRequest;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code intent.terminal} as it goes over the wire: {@code Baton-Signature: sha256=<hex>} is the HMAC-SHA256 of the raw
 * body, {@code Baton-Timed-Signature} one of the body and the time. Bodies of one intent are equal byte for byte.
 */
final class WebhookMessage {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Credentials credentials;
    private final Duration timeout;

    WebhookMessage(Credentials credentials, Duration timeout) {
        this.credentials = credentials;
        this.timeout = timeout;
    }

    HttpRequest of(Webhook webhook, Telling telling) {
        byte[] body = body(telling);
        HttpRequest.Builder request = HttpRequest.newBuilder(webhook.url())
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Baton-Event", "intent.terminal")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        webhook.secret().ifPresent(name -> prove(request, credentials.signing(name), body));
        webhook.credential().ifPresent(name -> prove(request, credentials.require(name), body));
        return request.build();
    }

    private static void prove(HttpRequest.Builder request, Credential credential, byte[] body) {
        credential.headers(body).forEach(request::setHeader);
    }

    private static byte[] body(Telling telling) {
        ObjectNode json = JSON.createObjectNode().put("event", "intent.terminal");
        ObjectNode intent = json.putObject("intent")
                .put("intentId", telling.intentId())
                .put("submissionTarget", telling.target())
                .put("status", telling.status().label());
        telling.rejectedReason().ifPresent(reason -> intent.put("rejectedReason", reason));
        telling.exhaustedReason().ifPresent(reason -> intent.put("exhaustedReason", reason));
        intent.put("attemptCount", telling.attemptCount())
                .put("createdAt", telling.createdAt().toString())
                .put("completedAt", telling.completedAt().toString());
        return JSON.writeValueAsBytes(json);
    }
}
