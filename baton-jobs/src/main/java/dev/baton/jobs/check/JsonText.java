package dev.baton.jobs.check;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Whether a text is JSON. What it says is left to whoever reads it, except how deep it is nested. */
public final class JsonText {

    private static final int DEEPEST = 200;

    /** Long texts, names and numbers are the application's affair: they were so before a library did the checking. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonText() {}

    /** Reads a text token by token. */
    public static JsonParser parser(String text) {
        return JSON.createParser(ObjectReadContext.empty(), text);
    }

    /**
     * Takes exactly one value.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    public static void requireJson(String text) {
        if (text == null) {
            throw new IllegalArgumentException("a payload is JSON text, this one is missing");
        }
        if ("{}".equals(text)) {
            return;
        }
        try (JsonParser parser = parser(text)) {
            if (parser.nextToken() == null) {
                throw new IllegalArgumentException("not JSON: there is no value in it");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("not JSON: there is more than one value in it");
            }
        } catch (StreamConstraintsException e) {
            throw new IllegalArgumentException("this JSON is nested more than " + DEEPEST + " deep", e);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "not JSON: " + e.getOriginalMessage() + " at character "
                            + e.getLocation().getCharOffset(),
                    e);
        }
    }
}
