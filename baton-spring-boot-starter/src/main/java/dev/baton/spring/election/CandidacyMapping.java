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

/** Properties as the libraries understand them. What cannot work is refused there, with a sentence. */
public final class CandidacyMapping {

    private CandidacyMapping() {}

    /** The strategy of roles that name none, if the properties name one. */
    static Optional<Strategy> common(ElectionProperties election) {
        return Optional.ofNullable(election.getStrategy())
                .map(name -> strategy(name, election.getTakeover(), election));
    }

    static Candidacy candidacy(String role, ElectionProperties election, Baton baton) {
        return candidacy(role, election, name(role, election, baton), election.getTakeover());
    }

    /** For a role of a library, whose takeover is its own affair unless the role's own properties name one. */
    public static Candidacy candidacy(String role, ElectionProperties election, Baton baton, Takeover usual) {
        StrategyName name = name(role, election, baton);
        return candidacy(role, election, name, name == StrategyName.LEASE ? Takeover.EXCLUSIVE : usual);
    }

    private static Candidacy candidacy(String role, ElectionProperties election, StrategyName name, Takeover usual) {
        RoleProperties own = own(role, election);
        Takeover takeover = own.getTakeover() == null ? usual : own.getTakeover();
        Candidacy candidacy = Candidacy.of(role).with(strategy(name, takeover, election));
        if (own.getLockKey() != null) {
            candidacy = candidacy.withLockKey(own.getLockKey());
        }
        if (own.isObserver()) {
            candidacy = candidacy.observing();
        }
        return own.isPrefer() ? candidacy.preferred() : candidacy;
    }

    private static RoleProperties own(String role, ElectionProperties election) {
        return election.getRoles().getOrDefault(role, new RoleProperties());
    }

    private static StrategyName name(String role, ElectionProperties election, Baton baton) {
        StrategyName common = election.getStrategy() == null ? found(baton) : election.getStrategy();
        StrategyName own = own(role, election).getStrategy();
        return own == null ? common : own;
    }

    /** Whether this process keeps a connection for the role. */
    public static boolean isSession(String role, ElectionProperties election, Baton baton) {
        return name(role, election, baton) == StrategyName.SESSION;
    }

    private static StrategyName found(Baton baton) {
        return baton.strategy() instanceof Strategy.Lease ? StrategyName.LEASE : StrategyName.SESSION;
    }

    private static Strategy strategy(StrategyName name, Takeover takeover, ElectionProperties election) {
        if (name == StrategyName.LEASE) {
            if (takeover == Takeover.IMMEDIATE) {
                throw new BatonSetupException(
                        "Takeover 'immediate' needs strategy 'session', this is 'lease'.",
                        "Set takeover to exclusive, or strategy to session, under baton.election.");
            }
            return new Strategy.Lease(
                    election.getLeaseDuration(), election.getRenewInterval(), election.getAcquireInterval());
        }
        return new Strategy.Session(
                election.getHeartbeatInterval(),
                election.getTrustWindow(),
                election.getSessionLease(),
                election.getLockTimeout(),
                takeover);
    }
}
