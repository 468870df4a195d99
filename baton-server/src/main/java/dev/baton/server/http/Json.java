package dev.baton.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.baton.support.JsonSlices;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON in and out: camelCase, ISO-8601 instants, nothing written for what is absent. Input is bounded and strict. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(64)
                            .maxNumberLength(64)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .changeDefaultPropertyInclusion(usual -> usual.withValueInclusion(JsonInclude.Include.NON_ABSENT)
                    .withContentInclusion(JsonInclude.Include.NON_ABSENT))
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    public static byte[] bytes(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    public static String pretty(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Any value as a tree. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** A document that is trusted to be well-formed. */
    public static JsonNode parse(byte[] document) {
        return MAPPER.readTree(document);
    }

    /** The members of an object that was read before, byte for byte. */
    public static Map<String, byte[]> members(byte[] object) {
        Map<String, byte[]> members = new HashMap<>();
        for (JsonSlices.Member member : slices(() -> JsonSlices.members(object))) {
            members.put(MAPPER.readTree(member.name()).asString(), member.value());
        }
        return members;
    }

    /** The elements of an array that was read before, byte for byte. */
    public static List<byte[]> elements(byte[] array) {
        return slices(() -> JsonSlices.elements(array));
    }

    private static <T> T slices(Supplier<T> parts) {
        try {
            return parts.get();
        } catch (IllegalArgumentException e) {
            throw Problem.invalid("the body is not in UTF-8");
        }
    }

    /**
     * A client's object.
     *
     * @throws Problem if it is none
     */
    static ObjectNode object(byte[] body) {
        if (body.length == 0) {
            throw Problem.invalid("the body is empty: send a JSON object");
        }
        try {
            if (MAPPER.readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw new Problem(
                    400,
                    "invalid_request",
                    "the body is not JSON: " + e.getOriginalMessage(),
                    Map.of(
                            "line", e.getLocation().getLineNr(),
                            "column", e.getLocation().getColumnNr()));
        }
        throw Problem.invalid("the body must be a JSON object");
    }
}
