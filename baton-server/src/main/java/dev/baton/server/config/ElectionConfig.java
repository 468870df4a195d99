package dev.baton.server.config;

import dev.baton.Backoff;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.jobs.Jobs;
import dev.baton.sql.Candidacy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * {@code [election]}
 *
 * @param leaseName the role whose leader executes intents
 * @param strategy {@code lease} or {@code session}; what the database can do if empty
 * @param takeover for all roles; by role if empty
 */
public record ElectionConfig(
        boolean enabled,
        boolean alwaysLeader,
        Optional<String> holderId,
        String namespace,
        String leaseName,
        Optional<String> strategy,
        Optional<Takeover> takeover,
        Strategy.Lease lease,
        Strategy.Session session,
        Backoff backoff,
        Duration drainTimeout,
        String channel,
        Duration staleThreshold,
        Map<String, Role> roles) {

    /** Roles whose every effect is fenced: they may be taken over at once. */
    static final Set<String> INTERNAL = Jobs.ROLES;

    /** {@code [election.roles.NAME]} */
    public record Role(Optional<String> strategy, Optional<Takeover> takeover, OptionalLong lockKey) {
        static final Role UNNAMED = new Role(Optional.empty(), Optional.empty(), OptionalLong.empty());
    }

    /** The strategy of roles that say nothing, if the configuration names one. */
    public Optional<Strategy> named() {
        return strategy.map(name -> name.equals("lease") ? lease : session);
    }

    /** How this node stands for a role; as the database can where the configuration leaves it to that. */
    public Candidacy candidacy(String name) {
        Role role = roles.getOrDefault(name, Role.UNNAMED);
        Takeover otherwise = INTERNAL.contains(name) ? Takeover.IMMEDIATE : Takeover.EXCLUSIVE;
        Strategy.Session beats = session.with(role.takeover().or(() -> takeover).orElse(otherwise));
        Candidacy candidacy = role.strategy()
                .or(() -> strategy)
                .map(label -> Candidacy.of(name).with(label.equals("lease") ? lease : beats))
                .orElse(Candidacy.of(name).with(beats, lease));
        return role.lockKey().isPresent() ? candidacy.withLockKey(role.lockKey().getAsLong()) : candidacy;
    }
}
