package dev.baton.server.http;

import java.util.Comparator;
import java.util.List;

/**
 * Who asks.
 *
 * @param name for the audit: a token's name, or {@code local} where no token is needed
 * @param grants what the caller may do; several where several groups give something
 */
public record Caller(String name, List<Grant> grants) {

    /** Somebody on this machine, where no token is needed. */
    public static final Caller LOCAL = new Caller("local", Grant.of(Access.ADMIN));

    /** Somebody without a token. */
    public static final Caller NOBODY = new Caller("nobody", List.of());

    public Caller {
        grants = List.copyOf(grants);
    }

    public Caller(String name, Grant grant) {
        this(name, List.of(grant));
    }

    /** The most that the caller is to anything. */
    public Access access() {
        return grants.stream().map(Grant::access).max(Comparator.naturalOrder()).orElse(Access.OPEN);
    }

    /** To what the caller may do what needs such access: one who operates a queue and views all operates that queue alone. */
    public Scope scopeFor(Access needed) {
        return grants.stream()
                .filter(grant -> grant.access().includes(needed))
                .map(Grant::scope)
                .reduce(Scope.NONE, Scope::or);
    }
}
