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
 * @param lockKey the session-lock key; derived from namespace and role if empty
 * @param observer whether this instance never leads it
 * @param prefer whether this instance goes first when the role is free
 */
public record Candidacy(
        String role, Optional<Strategy> strategy, OptionalLong lockKey, boolean observer, boolean prefer) {

    public Candidacy {
        Names.role(role);
        if (observer && prefer) {
            throw new IllegalArgumentException(
                    "an instance cannot both observe role '" + role + "' and be preferred for it: choose one");
        }
    }

    public static Candidacy of(String role) {
        return new Candidacy(role, Optional.empty(), OptionalLong.empty(), false, false);
    }

    public Candidacy with(Strategy how) {
        return new Candidacy(role, Optional.of(how), lockKey, observer, prefer);
    }

    public Candidacy withLockKey(long key) {
        return new Candidacy(role, strategy, OptionalLong.of(key), observer, prefer);
    }

    public Candidacy observing() {
        return new Candidacy(role, strategy, lockKey, true, prefer);
    }

    public Candidacy preferred() {
        return new Candidacy(role, strategy, lockKey, observer, true);
    }
}
