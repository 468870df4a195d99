package dev.baton.server.config;

import dev.baton.Backoff;
import dev.baton.Names;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.jobs.Jobs;
import dev.baton.sql.Candidacy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * {@code [election]}
 *
 * @param leaseName the role whose leader executes intents
 * @param strategy {@code lease} or {@code session}; what the database can do if empty
 * @param takeover for all roles; by role if empty
 * @param sharedSessions whether all roles of the process share their sessions, where the database can
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
        boolean sharedSessions,
        Backoff backoff,
        Duration drainTimeout,
        String channel,
        Duration staleThreshold,
        Map<String, Role> roles) {

    /** Roles whose every effect is fenced: they may be taken over at once. */
    static final Set<String> INTERNAL = Jobs.ROLES;

    private static final String LONGEST_PART = ".coordinator";

    /**
     * {@code [election.roles.NAME]}
     *
     * @param shards into how many parts {@code run} divides it when it is new
     */
    public record Role(
            Optional<String> strategy, Optional<Takeover> takeover, OptionalLong lockKey, OptionalInt shards) {
        static final Role UNNAMED =
                new Role(Optional.empty(), Optional.empty(), OptionalLong.empty(), OptionalInt.empty());
    }

    /** Whether it is one of those for which nodes of the server stand. */
    public boolean isServers(String name) {
        return name.equals(leaseName) || INTERNAL.contains(name);
    }

    /** Into how many parts a command's role is divided when it is new; empty if it is not. */
    public OptionalInt shards(String name) {
        return roles.getOrDefault(name, Role.UNNAMED).shards();
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

    /** The same for a part of a role that is divided: what is configured for the role holds for all its parts, but a lock names one. */
    public Candidacy candidacyOfPart(String name, String part) {
        Candidacy all = candidacy(name);
        return new Candidacy(
                part, all.strategy(), all.withoutSessions(), OptionalLong.empty(), all.observer(), all.prefer());
    }

    /** Whether this node leads nothing, whatever the others do. */
    public boolean neverLeads() {
        return !enabled && !alwaysLeader;
    }

    /** Refuses to divide the executor where nobody could be elected for its parts. */
    void requireDivisible(int shards) {
        if (!enabled && alwaysLeader) {
            throw new ConfigException(
                    "submissions.shards is " + shards + ", and election.enabled = false has this node lead"
                            + " without an election: shards are shared out by elections; enable them, or leave the executor whole");
        }
        int longest = Names.MAX_ROLE - LONGEST_PART.length();
        if (leaseName.length() > longest) {
            throw new ConfigException("submissions.shards is " + shards + ", and election.lease_name has "
                    + leaseName.length() + " characters: a role that is divided has at most " + longest
                    + ", because its parts are called after it");
        }
    }
}
