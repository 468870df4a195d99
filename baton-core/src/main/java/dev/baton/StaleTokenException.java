package dev.baton;

/**
 * The fence refused a transaction: its token is not (or not provably) the current one in the database. The transaction
 * must be rolled back; nothing of it may be committed.
 */
public class StaleTokenException extends NotLeaderException {
    private static final long serialVersionUID = 1L;

    private final LeaderToken token;
    private final Refusal refusal;

    public StaleTokenException(LeaderToken token, Refusal refusal, String message) {
        super(token.role(), message);
        this.token = token;
        this.refusal = refusal;
    }

    /** The token that was refused. */
    public LeaderToken token() {
        return token;
    }

    /** Why it was refused. */
    public Refusal refusal() {
        return refusal;
    }

    /** What the fence found. */
    public enum Refusal {
        /** Another holder, another epoch, or another timeline of the database: this term is over for good. */
        SUPERSEDED,
        /** Holder and epoch are right, but the last heartbeat is too old to start something new. */
        EXPIRED
    }
}
