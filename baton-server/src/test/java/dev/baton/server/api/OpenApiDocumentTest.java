package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.http.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The document is such that generators make something of it that people would use: names and types everywhere. */
class OpenApiDocumentTest {

    private static final Set<String> ANYTHING = Set.of("payload");

    private final JsonNode document = document();

    private static JsonNode document() {
        try (InputStream in = Api.class.getResourceAsStream("openapi.json")) {
            return Json.parse(in.readAllBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** 3.0: what generators know best, and a build is not warned of. */
    @Test
    void isOfAVersionThatGeneratorsKnow() {
        assertThat(document.path("openapi").asString()).startsWith("3.0.");
    }

    @Test
    void everyOperationHasANameOfItsOwnAGroupAndARefusal() {
        Set<String> names = new HashSet<>();
        Set<String> groups = new HashSet<>(document.path("tags").findValuesAsString("name"));
        operations((what, operation) -> {
            assertThat(names.add(operation.path("operationId").asString()))
                    .as(what)
                    .isTrue();
            assertThat(groups).as(what).contains(operation.path("tags").path(0).asString());
            assertThat(operation.path("responses").path("default").path("$ref").asString())
                    .as(what)
                    .isEqualTo("#/components/responses/Error");
        });
        assertThat(names).hasSizeGreaterThan(40).doesNotContain("");
    }

    private void operations(BiConsumer<String, JsonNode> use) {
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            path.getValue()
                    .properties()
                    .forEach(one ->
                            use.accept(one.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), one.getValue()));
        }
    }

    /** Else a generator invents names, and others when something is added. */
    @Test
    void bodiesAndAnswersAreNamedSchemas() {
        operations((what, operation) -> {
            List<JsonNode> contents = new ArrayList<>(operation.findValues("application/json"));
            for (JsonNode content : contents) {
                JsonNode schema = content.path("schema");
                boolean document = what.equals("GET /openapi.json");
                assertThat(schema.has("$ref") || document).as(what).isTrue();
            }
        });
    }

    @Test
    void everyMemberHasATypeAndNoneIsSaidToBeNull() {
        for (Map.Entry<String, JsonNode> schema :
                document.path("components").path("schemas").properties()) {
            typed(schema.getKey(), schema.getValue());
        }
        operations((what, operation) -> operation
                .path("parameters")
                .forEach(one -> typed(what + " " + one.path("name").asString(), one.path("schema"))));
    }

    private void typed(String where, JsonNode schema) {
        if (schema.has("$ref")) {
            String name = schema.path("$ref").asString().replace("#/components/schemas/", "");
            assertThat(document.path("components").path("schemas").has(name))
                    .as(where)
                    .isTrue();
            return;
        }
        assertThat(schema.path("type").isString()).as("a type of " + where).isTrue();
        switch (schema.path("type").asString()) {
            case "array" -> typed(where + "[]", schema.path("items"));
            case "object" -> object(where, schema);
            default -> assertThat(schema.has("properties")).as(where).isFalse();
        }
    }

    private void object(String where, JsonNode schema) {
        assertThat(schema.has("properties") || schema.has("additionalProperties"))
                .as("members of " + where)
                .isTrue();
        schema.path("required")
                .forEach(name -> assertThat(schema.path("properties").has(name.asString()))
                        .as(where + "." + name)
                        .isTrue());
        for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
            String name = where + "." + member.getKey();
            assertThat(member.getValue().path("properties").isEmpty())
                    .as(name + " has a name of its own")
                    .isTrue();
            if (!ANYTHING.contains(member.getKey())) {
                typed(name, member.getValue());
            }
        }
    }
}
