package dev.baton.bench.failover;

import dev.baton.Takeover;
import dev.baton.bench.Settings;
import dev.baton.sql.dialect.RoleKeys;
import java.time.Duration;

/** How the role of a benchmark is elected: strategy session, with its default timings unless in a hurry. */
record Timings(String role, Takeover takeover, Duration heartbeat, Duration trust, Duration lease) {

    static Timings of(String role, Takeover takeover, Settings settings) {
        return settings.quick()
                ? new Timings(role, takeover, Duration.ofMillis(200), Duration.ofMillis(1000), Duration.ofMillis(2500))
                : new Timings(role, takeover, Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(10));
    }

    long lockKey() {
        return RoleKeys.scopeKey("baton", role);
    }

    String[] arguments(String url, String node) {
        return new String[] {
            url,
            node,
            role,
            takeover.label(),
            Long.toString(heartbeat.toMillis()),
            Long.toString(trust.toMillis()),
            Long.toString(lease.toMillis())
        };
    }
}
