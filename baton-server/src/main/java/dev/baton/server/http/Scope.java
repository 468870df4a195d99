package dev.baton.server.http;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Of what a caller may do, to what. Each word is a name, or the beginning of names with a {@code *} after it. What no word
 * covers is not the caller's: a scope that names a queue alone holds no target and no role.
 *
 * @param roles names of roles that are led, not of callers
 */
public record Scope(List<String> queues, List<String> targets, List<String> roles) {

    private static final List<String> EVERYTHING = List.of("*");

    /** Everything there is. */
    public static final Scope ALL = new Scope(EVERYTHING, EVERYTHING, EVERYTHING);

    /** Nothing at all. */
    public static final Scope NONE = new Scope(List.of(), List.of(), List.of());

    public Scope {
        queues = List.copyOf(queues);
        targets = List.copyOf(targets);
        roles = List.copyOf(roles);
    }

    /** What a scope speaks of. */
    public enum Kind {
        QUEUE,
        TARGET,
        ROLE
    }

    private List<String> words(Kind kind) {
        return switch (kind) {
            case QUEUE -> queues;
            case TARGET -> targets;
            case ROLE -> roles;
        };
    }

    public boolean allows(Kind kind, String name) {
        return words(kind).stream().anyMatch(word -> covers(word, name));
    }

    /** Whether nothing is outside. */
    @JsonIgnore
    public boolean isWhole() {
        return List.of(queues, targets, roles).stream().allMatch(words -> words.contains("*"));
    }

    /** What is in one of the two. */
    public Scope or(Scope other) {
        return new Scope(both(queues, other.queues), both(targets, other.targets), both(roles, other.roles));
    }

    private static List<String> both(List<String> some, List<String> others) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }

    /** What is in both of them. */
    public Scope and(Scope other) {
        return new Scope(common(queues, other.queues), common(targets, other.targets), common(roles, other.roles));
    }

    private static List<String> common(List<String> some, List<String> others) {
        List<String> common = new ArrayList<>();
        for (String one : some) {
            for (String other : others) {
                if (covers(one, other)) {
                    common.add(other);
                } else if (covers(other, one)) {
                    common.add(one);
                }
            }
        }
        return common;
    }

    /** A name with a star in it is covered by the stars that cover all that it stands for. */
    private static boolean covers(String word, String name) {
        return word.endsWith("*") ? name.startsWith(word.substring(0, word.length() - 1)) : word.equals(name);
    }

    @Override
    public String toString() {
        return isWhole() ? "everything" : "queues " + queues + ", targets " + targets + ", roles " + roles;
    }
}
