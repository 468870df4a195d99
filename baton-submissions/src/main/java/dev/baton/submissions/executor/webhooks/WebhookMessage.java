package dev.baton.submissions.executor.webhooks;

import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.store.WebhookRows.Telling;
import java.net.http.HttpRequest;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code intent.terminal} as it goes over the wire: {@code Baton-Signature: sha256=<hex>} is the HMAC-SHA256 of the raw
 * body. Deliveries of one intent are equal byte for byte.
 */
final class WebhookMessage {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ALGORITHM = "HmacSHA256";

    private final Function<String, Optional<String>> secrets;
    private final Duration timeout;

    WebhookMessage(Function<String, Optional<String>> secrets, Duration timeout) {
        this.secrets = secrets;
        this.timeout = timeout;
    }

    HttpRequest of(Webhook webhook, Telling telling) {
        byte[] body = body(telling);
        HttpRequest.Builder request = HttpRequest.newBuilder(webhook.url())
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("Baton-Event", "intent.terminal")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        webhook.secret().ifPresent(name -> request.header("Baton-Signature", "sha256=" + sign(secret(name), body)));
        return request.build();
    }

    private String secret(String name) {
        return secrets.apply(name)
                .orElseThrow(() -> new IllegalStateException(
                        "the secret '" + name + "' that signs this webhook is not there: set it in the environment"));
    }

    static String sign(String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(java.nio.charset.StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
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
