package dev.baton.server.config;

/** A configuration that cannot work: one sentence with the key, the value and what is allowed. */
public final class ConfigException extends RuntimeException {

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }

    static ConfigException bad(String key, Object value, String allowed) {
        return new ConfigException(key + " is '" + value + "': " + allowed);
    }
}
