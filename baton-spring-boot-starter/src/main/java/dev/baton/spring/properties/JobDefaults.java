package dev.baton.spring.properties;

import java.time.Duration;

/** The defaults of {@code JobSettings}, which may not be on the class path; a test keeps them the same. */
final class JobDefaults {

    static final int THREADS = 10;
    static final Duration POLL_INTERVAL = Duration.ofMinutes(1);
    static final Duration LOCK_TIMEOUT = Duration.ofMinutes(2);
    static final Duration HEARTBEAT = Duration.ofSeconds(30);
    static final Duration HEARTBEAT_TIMEOUT = Duration.ofSeconds(5);
    static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    private JobDefaults() {}
}
