package dev.baton.election;

import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.support.Stopwatch;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * A gate that shuts by its own deadline.
 *
 * <p>Readers see one immutable {@link Opening} through a volatile field. Writers are rare (one per heartbeat) and take
 * the monitor. A fence that was refused shuts the gate from the writer's thread, at once; a heartbeat that was under way
 * meanwhile must not open it again, so an opening is honoured only if its epoch was not revoked and its heartbeat was
 * sent after the last suspicion.
 */
public final class DeadlineGate implements LeaderGate {

    private record Opening(LeaderToken token, long deadline) {}

    private final String role;
    private final Stopwatch stopwatch;
    private final LongAdder blocked = new LongAdder();
    private volatile Opening opening;
    private LeaderToken revoked;
    private boolean retired;
    private long suspectedAt = Long.MIN_VALUE;

    public DeadlineGate(String role, Stopwatch stopwatch) {
        this.role = role;
        this.stopwatch = stopwatch;
    }

    @Override
    public String role() {
        return role;
    }

    @Override
    public boolean isLeader() {
        Opening o = opening;
        return o != null && stopwatch.elapsed() < o.deadline;
    }

    @Override
    public LeaderToken requireLeader() {
        Opening o = opening;
        if (o == null || stopwatch.elapsed() >= o.deadline) {
            throw block("this instance does not lead role '" + role + "' now");
        }
        return o.token;
    }

    @Override
    public void ensureEpoch(long epoch) {
        Opening o = opening;
        if (o == null || o.token.epoch() != epoch || stopwatch.elapsed() >= o.deadline) {
            throw block("this instance does not lead role '" + role + "' under epoch " + epoch + " now");
        }
    }

    @Override
    public long blocked() {
        return blocked.sum();
    }

    /** Whether this instance may act now, in this term. */
    boolean isOpenFor(LeaderToken term) {
        Opening o = opening;
        return o != null && o.token.equals(term) && stopwatch.elapsed() < o.deadline;
    }

    /** The token under which this instance may act now, without counting a refusal. */
    Optional<LeaderToken> current() {
        Opening o = opening;
        return o == null || stopwatch.elapsed() >= o.deadline ? Optional.empty() : Optional.of(o.token);
    }

    /** Opens the gate, or moves its deadline; ignored for a term or a heartbeat that is no longer trusted. */
    public synchronized void open(LeaderToken token, long sentAt, long deadline) {
        if (!retired && !token.equals(revoked) && sentAt > suspectedAt) {
            opening = new Opening(token, deadline);
        }
    }

    /** Shuts the gate for good. */
    public synchronized void retire() {
        retired = true;
        opening = null;
    }

    /** Shuts the gate for this term, which must be the one under way: holder and epoch count, not the epoch alone. */
    public synchronized void revoke(LeaderToken term) {
        revoked = term;
        if (opening != null && opening.token.equals(term)) {
            opening = null;
        }
    }

    /** Shuts the gate until a heartbeat that is sent from now on is acknowledged. */
    public synchronized void suspect() {
        suspectedAt = stopwatch.elapsed();
        opening = null;
    }

    private NotLeaderException block(String message) {
        blocked.increment();
        return new NotLeaderException(role, message);
    }
}
