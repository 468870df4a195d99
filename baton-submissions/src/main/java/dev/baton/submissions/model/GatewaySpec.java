package dev.baton.submissions.model;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Which gateway an intent goes through and how it is reached: part of the contract's snapshot, so that a change of the
 * configuration touches no accepted intent.
 *
 * @param name what it is called in the configuration
 * @param type the kind of gateway: {@code sms}, {@code push}, {@code http}, {@code fake} or one that was added
 * @param url where it is; empty for kinds that have none
 * @param options what only its kind understands
 */
public record GatewaySpec(
        String name,
        String type,
        String url,
        Duration connectTimeout,
        Duration requestTimeout,
        Map<String, String> options) {

    /** The longest name, because it is a lane in the database. */
    public static final int LONGEST_NAME = 100;

    public GatewaySpec {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(url, "url");
        if (name == null || name.isBlank() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "a gateway needs a name of 1 to " + LONGEST_NAME + " characters, got '" + name + "'");
        }
        positive(name, "connect_timeout", connectTimeout);
        positive(name, "request_timeout", requestTimeout);
        options = Map.copyOf(new TreeMap<>(options));
    }

    /** With the default time-outs: 2 s to connect, 10 s for the whole request. */
    public static GatewaySpec of(String name, String type, String url) {
        return new GatewaySpec(name, type, url, Duration.ofSeconds(2), Duration.ofSeconds(10), Map.of());
    }

    public GatewaySpec timeouts(Duration connect, Duration request) {
        return new GatewaySpec(name, type, url, connect, request, options);
    }

    public GatewaySpec option(String key, String value) {
        Map<String, String> more = new TreeMap<>(options);
        more.put(key, value);
        return new GatewaySpec(name, type, url, connectTimeout, requestTimeout, more);
    }

    private static void positive(String name, String what, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(
                    "gateway '" + name + "' has " + what + " " + value + ": it must be longer than zero");
        }
    }
}
