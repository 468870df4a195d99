package dev.baton.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.baton.support.JsonSlices;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON in and out: camelCase, ISO-8601 instants, constants in lower case, nothing written for what is absent. Input is
 * bounded and strict.
 */
public final class Json {

    /** What clients send. */
    private static final JsonFactory INPUT = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(64)
                    .maxTokenCount(200_000)
                    .maxNameLength(1_000)
                    .maxNumberLength(64)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** To find a name that stands there twice, names are remembered: only so many documents are checked at once. */
    private static final Semaphore CHECKING = new Semaphore(Runtime.getRuntime().availableProcessors());

    /** What we write, and what nodes answer to our commands: deeper than input, which stands inside it. */
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(128)
                            .maxNumberLength(64)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .changeDefaultPropertyInclusion(usual -> usual.withValueInclusion(JsonInclude.Include.NON_ABSENT)
                    .withContentInclusion(JsonInclude.Include.NON_ABSENT))
            .annotationIntrospector(new LowerCaseConstants())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Jackson can do that by itself, but by the machine's language, in which FAILED may become something else. */
    private static final class LowerCaseConstants extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1;

        @Override
        public String[] findEnumValues(
                MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
            return Arrays.stream(constants)
                    .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                    .toArray(String[]::new);
        }
    }

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

    /** The members of an object that was checked before, byte for byte. */
    static Map<String, byte[]> members(byte[] object) {
        Map<String, byte[]> members = new HashMap<>();
        for (JsonSlices.Member member : slices(() -> JsonSlices.members(object))) {
            members.put(slices(() -> MAPPER.readTree(member.name()).asString()), member.value());
        }
        return members;
    }

    /** The elements of an array that was checked before, byte for byte. */
    static List<byte[]> elements(byte[] array, int most) {
        List<byte[]> elements = slices(() -> JsonSlices.elements(array, most + 1));
        if (elements.size() > most) {
            throw new Problem(413, "payload_too_large", "the list has more than " + most + " elements");
        }
        return elements;
    }

    private static <T> T slices(Supplier<T> parts) {
        try {
            return parts.get();
        } catch (IllegalArgumentException | JacksonException e) {
            throw Problem.invalid("the body is not in UTF-8");
        }
    }

    /** Whether a text is one JSON value within the bounds of input, and so can be passed on as it is. */
    public static boolean isValue(String text) {
        CHECKING.acquireUninterruptibly();
        try (JsonParser parser = INPUT.createParser(ObjectReadContext.empty(), text)) {
            boolean any = parser.nextToken() != null;
            parser.skipChildren();
            return any && parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        } finally {
            CHECKING.release();
        }
    }

    /**
     * Goes through a client's document from one end to the other.
     *
     * @throws Problem if it is no object with these members, or beyond the bounds
     */
    static void check(byte[] document, List<String> members) {
        CHECKING.acquireUninterruptibly();
        try (JsonParser parser = INPUT.createParser(ObjectReadContext.empty(), document)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw Problem.invalid("the body must be a JSON object");
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                if (!members.contains(name)) {
                    throw Problem.invalid("'" + name + "' means nothing here: allowed are " + members);
                }
                parser.nextToken();
                parser.skipChildren();
            }
            if (parser.nextToken() != null) {
                throw Problem.invalid("the body goes on after its end");
            }
        } catch (JacksonException e) {
            throw notJson(e);
        } finally {
            CHECKING.release();
        }
    }

    private static Problem notJson(JacksonException e) {
        TokenStreamLocation at = e.getLocation(); // null where a bound is passed
        return new Problem(
                400,
                "invalid_request",
                "the body is not JSON: " + e.getOriginalMessage(),
                at == null ? Map.of() : Map.of("line", at.getLineNr(), "column", at.getColumnNr()));
    }
}
