package dev.baton.server.config;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Where values come from besides the file, and what was read in the end. Flags beat the environment, the environment
 * beats the file.
 */
final class ConfigLayers {

    private static final String PREFIX = "BATON_";

    private final Map<String, String> environment;
    private final Map<String, String> flags;
    private final Map<String, Object> effective = new TreeMap<>();
    private final Set<String> asked = new TreeSet<>();

    ConfigLayers(Map<String, String> environment, Map<String, String> flags) {
        this.environment = environment;
        this.flags = flags;
    }

    /** What stands above the file for a key. */
    Optional<String> above(String key) {
        asked.add(key);
        return Optional.ofNullable(flags.get(key)).or(() -> Optional.ofNullable(environment.get(variable(key))));
    }

    /** Every key that was asked for, set or not. */
    Set<String> asked() {
        return asked;
    }

    /** {@code a.b_c} is {@code BATON_A_B_C}. */
    static String variable(String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    void read(String key, Object value) {
        effective.put(key, value);
    }

    Map<String, Object> effective() {
        return effective;
    }

    /** Refuses variables that look like ours and set nothing: a misspelt one must not be ignored. */
    void refuseUnknown(Set<String> sections) {
        Set<String> variables = asked.stream().map(ConfigLayers::variable).collect(Collectors.toSet());
        for (String variable : new TreeSet<>(environment.keySet())) {
            boolean ours = sections.stream().anyMatch(section -> variable.startsWith(variable(section) + "_"));
            if (ours && !variables.contains(variable)) {
                throw new ConfigException("the environment sets " + variable
                        + ", which is no setting: correct the name (a.b_c is BATON_A_B_C) or remove it");
            }
        }
    }
}
