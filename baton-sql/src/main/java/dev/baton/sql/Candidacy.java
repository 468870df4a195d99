package dev.baton.sql;

import dev.baton.Names;
import dev.baton.Strategy;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How this instance stands for one role. Begin with {@link #of}.
 *
 * @param role the role
 * @param strategy how it is elected; the instance's default if empty
 * @param withoutSessions how it is elected instead where the database has no session locks; as said above if empty
 * @param lockKey the session-lock key; derived from namespace and role if empty
 * @param observer whether this instance never leads it
 * @param prefer whether this instance goes first when the role is free
 */
public record Candidacy(
        String role,
        Optional<Strategy> strategy,
        Optional<Strategy.Lease> withoutSessions,
        OptionalLong lockKey,
        boolean observer,
        boolean prefer) {

    public Candidacy {
        Names.role(role);
        if (withoutSessions.isPresent() && !(strategy.orElse(null) instanceof Strategy.Session)) {
            throw new IllegalArgumentException("role '" + role + "' has a strategy for databases without session locks"
                    + " and none by session: name that one too, or the lease alone");
        }
        if (observer && prefer) {
            throw new IllegalArgumentException(
                    "an instance cannot both observe role '" + role + "' and be preferred for it: choose one");
        }
    }

    public static Candidacy of(String role) {
        return new Candidacy(role, Optional.empty(), Optional.empty(), OptionalLong.empty(), false, false);
    }

    public Candidacy with(Strategy how) {
        return new Candidacy(role, Optional.of(how), Optional.empty(), lockKey, observer, prefer);
    }

    /** As the database can; it is asked when it answers for the first time. */
    public Candidacy with(Strategy.Session how, Strategy.Lease withoutSessions) {
        return new Candidacy(role, Optional.of(how), Optional.of(withoutSessions), lockKey, observer, prefer);
    }

    public Candidacy withLockKey(long key) {
        return new Candidacy(role, strategy, withoutSessions, OptionalLong.of(key), observer, prefer);
    }

    public Candidacy observing() {
        return new Candidacy(role, strategy, withoutSessions, lockKey, true, prefer);
    }

    public Candidacy preferred() {
        return new Candidacy(role, strategy, withoutSessions, lockKey, observer, true);
    }
}
