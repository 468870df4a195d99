package dev.baton.submissions.gateway;

import dev.baton.submissions.gateway.GatewayAnswer.Nonsense;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes sense of an HTTP answer, or says why there is none in it. */
final class AnswerReader {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Predicate<String> reasons;

    AnswerReader(Predicate<String> reasons) {
        this.reasons = reasons;
    }

    GatewayAnswer read(GatewayCall call, HttpResponse<byte[]> response) {
        if (response.statusCode() < 200 || response.statusCode() > 299) {
            return new Nonsense("the gateway answered with HTTP status " + response.statusCode());
        }
        String type = response.headers().firstValue("Content-Type").orElse("");
        String media = type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
        if (!media.equals("application/json") && !media.endsWith("+json")) {
            return new Nonsense("the gateway answered with content type '" + type + "', not with JSON");
        }
        try {
            return read(call, JSON.readTree(response.body()));
        } catch (JacksonException e) {
            return new Nonsense("the gateway's answer is not JSON: " + e.getOriginalMessage());
        }
    }

    private GatewayAnswer read(GatewayCall call, JsonNode answer) {
        if (!answer.isObject()) {
            return new Nonsense("the gateway's answer is not a JSON object");
        }
        String reference = text(answer, "referenceId");
        if (!reference.isEmpty() && !reference.equals(call.intentId())) {
            return new Nonsense("the gateway answered about another reference: '" + reference + "'");
        }
        String status = text(answer, "status");
        return switch (status) {
            case "accepted" -> new GatewayAnswer.Accepted(text(answer, "gatewayMessageId"));
            case "rejected" -> rejected(text(answer, "reason"), text(answer, "gatewayMessageId"));
            case "" -> new Nonsense("the gateway's answer has no status");
            default -> new Nonsense("the gateway's answer has the unknown status '" + status + "'");
        };
    }

    private GatewayAnswer rejected(String reason, String gatewayMessageId) {
        if (reason.isEmpty()) {
            return new Nonsense("the gateway rejected without a reason");
        }
        return reasons.test(reason)
                ? new GatewayAnswer.Rejected(reason, gatewayMessageId)
                : new Nonsense("the gateway rejected for the unknown reason '" + reason + "'");
    }

    private static String text(JsonNode json, String field) {
        JsonNode value = json.path(field);
        return value.isString() ? value.asString() : "";
    }
}
