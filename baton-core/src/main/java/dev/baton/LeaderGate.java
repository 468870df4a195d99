package dev.baton;

/**
 * The choke point that every act of a role passes, in this process.
 *
 * <p>A gate is open until a deadline that was computed from the moment at which the last acknowledged heartbeat was
 * <em>sent</em>. It shuts by itself when that moment has passed: no thread has to run, so a paused process finds its
 * gate shut when it wakes. A check is one volatile read and one clock reading: no lock, no allocation, no I/O.
 *
 * <p><b>Not promised:</b> a pause between the check and the act cannot be prevented by anyone. Acts on the database are
 * therefore fenced as well; acts on the outside carry {@link LeaderToken#epoch()}, so that the far side can refuse older
 * ones.
 *
 * <p>Thread-safe.
 */
public interface LeaderGate {

    /** The role that this gate guards. */
    String role();

    /** Whether this instance may act now. */
    boolean isLeader();

    /**
     * The token under which this instance may act now.
     *
     * @throws NotLeaderException if it may not; counted in {@link #blocked()}
     */
    LeaderToken requireLeader();

    /**
     * The check just before the act: still leading, and still in the term in which the act was prepared.
     *
     * @throws NotLeaderException if not; counted in {@link #blocked()}
     */
    void ensureEpoch(long epoch);

    /** How many acts this gate has refused. */
    long blocked();
}
