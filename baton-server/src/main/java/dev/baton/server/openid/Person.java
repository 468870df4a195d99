package dev.baton.server.openid;

import dev.baton.server.config.OpenIdConfig;
import dev.baton.server.config.OpenIdConfig.Group;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Grant;
import dev.baton.server.http.Json;
import dev.baton.server.http.Scope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Somebody as the provider describes him.
 *
 * @param groups of those that the configuration knows
 * @param scope that the provider bounds him by, if it does
 */
public record Person(String name, List<String> groups, Optional<Scope> scope) {

    public Person {
        groups = List.copyOf(groups);
    }

    /** What this one may do here, by the groups as they are configured now. */
    public Caller caller(OpenIdConfig config) {
        Set<String> mine = new HashSet<>(groups);
        return new Caller(
                "openid:" + name,
                config.groups().stream()
                        .filter(group -> mine.contains(group.name()))
                        .map(Group::grant)
                        .map(this::bounded)
                        .toList());
    }

    private Grant bounded(Grant grant) {
        return new Grant(grant.access(), scope.map(grant.scope()::and).orElse(grant.scope()));
    }

    /** As a text of letters, digits, {@code -} and {@code _}. */
    String encoded() {
        var json = Json.object().put("n", name);
        groups.forEach(json.putArray("g")::add);
        if (scope.isPresent()) {
            var bounds = json.putObject("s");
            scope.get().queues().forEach(bounds.putArray("q")::add);
            scope.get().targets().forEach(bounds.putArray("t")::add);
            scope.get().roles().forEach(bounds.putArray("r")::add);
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes(json));
    }

    /** What {@link #encoded} made; only for a text that is known to be ours. */
    static Person decoded(String text) {
        JsonNode json = Json.parse(Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.US_ASCII)));
        JsonNode bounds = json.get("s");
        return new Person(
                json.path("n").asString(),
                texts(json.path("g")),
                bounds == null
                        ? Optional.empty()
                        : Optional.of(
                                new Scope(texts(bounds.path("q")), texts(bounds.path("t")), texts(bounds.path("r")))));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(one -> texts.add(one.asString()));
        return texts;
    }
}
