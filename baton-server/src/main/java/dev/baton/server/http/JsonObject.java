package dev.baton.server.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A client's JSON object. It was checked from one end to the other, and is kept as the bytes that came: members are read when
 * they are asked for, and what is nested in them never becomes a tree, which needs fifty times the memory.
 */
public final class JsonObject {

    private final Map<String, byte[]> members;

    private JsonObject(Map<String, byte[]> members) {
        this.members = members;
    }

    /**
     * Reads an object.
     *
     * @param allowed its members; others are refused, because a misspelt one must not be ignored
     * @throws Problem if it is no object, or has another member
     */
    public static JsonObject read(byte[] document, String... allowed) {
        if (document.length == 0) {
            throw Problem.invalid("the body is empty: send a JSON object");
        }
        Json.check(document, List.of(allowed));
        return new JsonObject(Json.members(document));
    }

    static JsonObject empty() {
        return new JsonObject(Map.of());
    }

    /** A text member that must be there. */
    public String text(String member) {
        return optionalText(member).orElseThrow(() -> Problem.invalid(member + " is missing"));
    }

    public Optional<String> optionalText(String member) {
        return value(member).map(value -> {
            if (!value.isString()) {
                throw Problem.invalid(member + " must be a string");
            }
            return Problem.refuseOdd(member, value.stringValue());
        });
    }

    public Optional<Integer> optionalNumber(String member) {
        return value(member).map(value -> {
            if (!value.isInt()) {
                throw Problem.invalid(member + " must be a whole number");
            }
            return value.intValue();
        });
    }

    public boolean flag(String member) {
        return value(member).map(value -> value.asBoolean(false)).orElse(false);
    }

    private Optional<JsonNode> value(String member) {
        return raw(member).map(bytes -> {
            if (bytes[0] == '{' || bytes[0] == '[') {
                throw Problem.invalid(member + " must not be nested");
            }
            return Json.parse(bytes);
        });
    }

    /** A member as it came, byte for byte; none if it is not there or null. */
    public Optional<byte[]> raw(String member) {
        return Optional.ofNullable(members.get(member)).filter(bytes -> bytes[0] != 'n');
    }

    /** The elements of a list, byte for byte; none if it is no list. */
    public Optional<List<byte[]>> list(String member, int most) {
        return raw(member).filter(bytes -> bytes[0] == '[').map(bytes -> Json.elements(bytes, most));
    }
}
