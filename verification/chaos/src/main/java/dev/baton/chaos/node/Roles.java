package dev.baton.chaos.node;

import dev.baton.Strategy;
import dev.baton.Takeover;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The roles of the application, one for each way to be elected, and the timings of all roles. */
public final class Roles {

    public static final Duration HEARTBEAT = Duration.ofMillis(400);
    public static final Duration TRUST_WINDOW = Duration.ofMillis(1_500);
    public static final Duration SESSION_LEASE = Duration.ofSeconds(5);
    public static final Duration LEASE = Duration.ofSeconds(6);
    public static final Duration RENEWAL = Duration.ofMillis(1_500);
    public static final Duration LOCK_SLICE = Duration.ofSeconds(5);

    /** Session, immediate: a fenced counter. */
    public static final String COUNTER = "chaos-counter";

    /** Session, exclusive: a fenced register that is only appended to. */
    public static final String REGISTER = "chaos-register";

    /** Lease: a fenced counter as well. */
    public static final String LEDGER = "chaos-ledger";

    /** The server's role that calls the outside: session, exclusive. */
    public static final String EXECUTOR = "submission-manager-executor";

    private Roles() {}

    /** Times as long as usual that a leader is waited for where the machine itself is kept busy on purpose. */
    public static final int PATIENT = 6;

    /** What the application stands for. */
    public static Map<String, Strategy> ofApplication(Engine engine) {
        return ofApplication(engine, 1);
    }

    /** @param times as long as usual that a leader whose heartbeats do not come is waited for */
    public static Map<String, Strategy> ofApplication(Engine engine, int times) {
        Strategy lease = new Strategy.Lease(LEASE.multipliedBy(times), RENEWAL, RENEWAL);
        Map<String, Strategy> roles = new LinkedHashMap<>();
        roles.put(COUNTER, engine.hasSessionLocks() ? session(Takeover.IMMEDIATE, times) : lease);
        roles.put(REGISTER, engine.hasSessionLocks() ? session(Takeover.EXCLUSIVE, times) : lease);
        roles.put(LEDGER, lease);
        return roles;
    }

    private static Strategy session(Takeover takeover, int times) {
        return new Strategy.Session(
                HEARTBEAT, TRUST_WINDOW.multipliedBy(times), SESSION_LEASE.multipliedBy(times), LOCK_SLICE, takeover);
    }

    /** How a role is elected, in the words of the report. */
    public static String manner(String role, Engine engine) {
        if (!engine.hasSessionLocks()) {
            return "lease";
        }
        return switch (role) {
            case COUNTER, "scheduler", "metrics-aggregator", "log-compactor" -> "session, immediate";
            case REGISTER, EXECUTOR -> "session, exclusive";
            case LEDGER -> "lease";
            default -> "other";
        };
    }

    /** Whether two gates of the role must never be open together. */
    public static boolean exclusive(String role, Engine engine) {
        return !manner(role, engine).equals("session, immediate");
    }
}
