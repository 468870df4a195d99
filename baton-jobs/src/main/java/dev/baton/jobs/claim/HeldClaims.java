package dev.baton.jobs.claim;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;

/**
 * All claims of this process whose ending the database does not know yet: waiting for a thread, running, or ended but not
 * yet written.
 */
public final class HeldClaims {

    private final Map<UUID, Claim> claims = new ConcurrentHashMap<>();

    /** Shared while a claim is under way, exclusive while looking for rows that are ours and unknown to us. */
    private final ReadWriteLock underWay = new ReentrantReadWriteLock();

    public ReadWriteLock underWay() {
        return underWay;
    }

    /**
     * Keeps a claim.
     *
     * @return an earlier one of the same job, which the database has forgotten and whose run nobody would hear of any more
     */
    public Optional<Claim> add(Claim claim) {
        return Optional.ofNullable(claims.put(claim.token().jobId(), claim));
    }

    /** The database knows how it ended. Another claim of the same job may have come in between. */
    public void remove(Claim claim) {
        claims.remove(claim.token().jobId(), claim);
    }

    Claim get(UUID id) {
        return claims.get(id);
    }

    public boolean knows(UUID id, long claimNumber) {
        Claim claim = claims.get(id);
        return claim != null && claim.token().claimNumber() == claimNumber;
    }

    public Collection<Claim> all() {
        return claims.values();
    }

    public List<Claim> where(Predicate<Claim> condition) {
        return claims.values().stream().filter(condition).toList();
    }

    public boolean isEmpty() {
        return claims.isEmpty();
    }

    public int size() {
        return claims.size();
    }
}
