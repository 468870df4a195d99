package dev.baton.spring.election;

import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.spring.BatonSetupException;
import dev.baton.spring.properties.ElectionProperties;
import dev.baton.spring.properties.ElectionProperties.StrategyName;
import dev.baton.spring.properties.RoleProperties;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.util.Optional;
import java.util.OptionalLong;

/** Properties as the libraries understand them. What cannot work is refused there, with a sentence. */
public final class CandidacyMapping {

    private CandidacyMapping() {}

    /** The strategy of roles that name none, if the properties name one. */
    static Optional<Strategy> common(ElectionProperties election) {
        return Optional.ofNullable(election.getStrategy())
                .map(name -> strategy(name, election.getTakeover(), election));
    }

    static Candidacy candidacy(String role, ElectionProperties election, Baton baton) {
        return candidacy(role, election, baton, election.getTakeover(), election.getTakeover());
    }

    /** For a role of a library, whose takeover is its own affair unless the role's own properties name one. */
    public static Candidacy candidacy(String role, ElectionProperties election, Baton baton, Takeover usual) {
        return candidacy(role, election, baton, usual, Takeover.EXCLUSIVE);
    }

    /** For a role of a group: what is set for the group's name holds for all of them. */
    public static Candidacy like(String group, String role, ElectionProperties election, Baton baton) {
        return like(candidacy(group, election, baton), role);
    }

    /** For a part of a role: as for the whole, under a lock of its own. */
    public static Candidacy like(Candidacy all, String role) {
        return new Candidacy(
                role, all.strategy(), all.withoutSessions(), OptionalLong.empty(), all.observer(), all.prefer());
    }

    private static Candidacy candidacy(
            String role, ElectionProperties election, Baton baton, Takeover bySession, Takeover byLease) {
        RoleProperties own = own(role, election);
        Candidacy candidacy = own.getTakeover() == null
                ? standing(role, election, baton, bySession, byLease)
                : standing(role, election, baton, own.getTakeover(), own.getTakeover());
        if (own.getLockKey() != null) {
            candidacy = candidacy.withLockKey(own.getLockKey());
        }
        if (own.isObserver()) {
            candidacy = candidacy.observing();
        }
        return own.isPrefer() ? candidacy.preferred() : candidacy;
    }

    /** Where the database has to say it and is away, it is asked later; {@code immediate} needs a session in any case. */
    private static Candidacy standing(
            String role, ElectionProperties election, Baton baton, Takeover bySession, Takeover byLease) {
        Candidacy candidacy = Candidacy.of(role);
        Optional<StrategyName> name = name(role, election, baton);
        if (name.isPresent()) {
            Takeover takeover = name.get() == StrategyName.LEASE ? byLease : bySession;
            return candidacy.with(strategy(name.get(), takeover, election));
        }
        return byLease == Takeover.IMMEDIATE
                ? candidacy.with(session(bySession, election))
                : candidacy.with(session(bySession, election), lease(election));
    }

    private static RoleProperties own(String role, ElectionProperties election) {
        return election.getRoles().getOrDefault(role, new RoleProperties());
    }

    /** Empty while it depends on a database that has not answered yet. */
    private static Optional<StrategyName> name(String role, ElectionProperties election, Baton baton) {
        return Optional.ofNullable(own(role, election).getStrategy())
                .or(() -> Optional.ofNullable(election.getStrategy()))
                .or(() -> baton.strategy()
                        .map(found -> found instanceof Strategy.Lease ? StrategyName.LEASE : StrategyName.SESSION));
    }

    /** Whether this process keeps a connection for the role, or may, once the database answers. */
    public static boolean isSession(String role, ElectionProperties election, Baton baton) {
        return name(role, election, baton).orElse(StrategyName.SESSION) == StrategyName.SESSION;
    }

    private static Strategy strategy(StrategyName name, Takeover takeover, ElectionProperties election) {
        if (name == StrategyName.SESSION) {
            return session(takeover, election);
        }
        if (takeover == Takeover.IMMEDIATE) {
            throw new BatonSetupException(
                    "Takeover 'immediate' needs strategy 'session', this is 'lease'.",
                    "Set takeover to exclusive, or strategy to session, under baton.election.");
        }
        return lease(election);
    }

    private static Strategy.Lease lease(ElectionProperties election) {
        return new Strategy.Lease(
                election.getLeaseDuration(), election.getRenewInterval(), election.getAcquireInterval());
    }

    private static Strategy.Session session(Takeover takeover, ElectionProperties election) {
        return new Strategy.Session(
                election.getHeartbeatInterval(),
                election.getTrustWindow(),
                election.getSessionLease(),
                election.getLockTimeout(),
                takeover);
    }
}
