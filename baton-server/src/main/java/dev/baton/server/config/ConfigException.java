package dev.baton.server.config;

import java.util.Optional;

/** A configuration that cannot work: one sentence with the key, the value and what is allowed. */
public final class ConfigException extends RuntimeException {

    private final transient Optional<String> key;

    public ConfigException(String message) {
        this(Optional.empty(), message, null);
    }

    public ConfigException(String message, Throwable cause) {
        this(Optional.empty(), message, cause);
    }

    private ConfigException(Optional<String> key, String message, Throwable cause) {
        super(message, cause);
        this.key = key;
    }

    static ConfigException bad(String key, Object value, String allowed) {
        return new ConfigException(Optional.of(key), key + " is '" + value + "': " + allowed, null);
    }

    /** The key whose value will not do; empty if it is not about the value of one. */
    public Optional<String> key() {
        return key;
    }
}
