package dev.baton.sql;

import dev.baton.Backoff;
import dev.baton.LeadershipListener;
import dev.baton.Strategy;
import dev.baton.election.Candidate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a {@link BatonBuilder} has gathered and checked. */
record BatonSettings(
        String nodeId,
        String holderId,
        String version,
        String namespace,
        Optional<Strategy> strategy,
        Backoff backoff,
        Duration drainTimeout,
        Duration staleThreshold,
        Duration leaseRecords,
        boolean enabled,
        boolean alwaysLeader,
        boolean observer,
        boolean prefer,
        boolean sharedSessions,
        List<LeadershipListener> listeners) {

    /** How long a role stays reserved for a named successor that waits inside the database. */
    private static final Duration RESERVATION = Duration.ofSeconds(2);

    /** With a lease the successor has to look first. */
    private static final Duration LEASE_RESERVATION = ReleaseWatch.EVERY.multipliedBy(2);

    /** How this instance stands for a role: in one way, or by session where the database can and else by lease. */
    List<Candidate> ways(Candidacy candidacy, long scopeKey) {
        Optional<Strategy> named = candidacy.strategy().or(() -> strategy);
        Stream<Strategy> ways = named.isEmpty()
                ? Stream.of(Strategy.session(), Strategy.lease60())
                : Stream.concat(named.stream(), candidacy.withoutSessions().stream());
        return ways.map(how -> candidate(candidacy, how, scopeKey)).toList();
    }

    Candidate candidate(Candidacy candidacy, Strategy how, long scopeKey) {
        return new Candidate(
                candidacy.role(),
                holderId,
                nodeId,
                how,
                scopeKey,
                backoff,
                candidacy.prefer() || prefer,
                drainTimeout,
                how instanceof Strategy.Lease ? LEASE_RESERVATION : RESERVATION,
                staleThreshold);
    }
}
