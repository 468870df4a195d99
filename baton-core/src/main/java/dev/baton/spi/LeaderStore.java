package dev.baton.spi;

import dev.baton.LeaderToken;
import java.time.Duration;
import java.util.Optional;

/**
 * What an election needs of a database, for one role and one candidate. The verbs block; each ends by itself within the
 * strategy's call time-out (the wait: within its patience). They are called by one thread, one at a time;
 * {@link #interrupt()} alone may come from another.
 *
 * <p>No verb throws for what the database does: errors and time-outs are {@link Outcome.Failed}.
 */
public interface LeaderStore extends AutoCloseable {

    /**
     * Strategy {@code session}: waits inside the database for the session lock, at most this long. Any end but
     * {@code Granted} or {@code HeldBy} must be followed by {@link #disconnect()}, because the lock may be held all the
     * same.
     */
    Outcome.OfAwait await(Duration patience);

    /**
     * One transaction, exclusive against every fenced write of the role: decides by {@link Succession}, writes the new
     * term into the row and its beginning (and its predecessor's end) into the history.
     */
    Outcome.OfTake take(Bid bid);

    /**
     * One conditional update: extends the row if it is still held under this token.
     *
     * @param opened whether this holder's gate has been allowed to open; until then the row keeps its predecessor's
     *     trust window
     */
    Outcome.OfRenew renew(LeaderToken token, boolean opened);

    /** One transaction: marks the row released and expired and records the end of the term; then unlocks. */
    Outcome.OfRelease release(LeaderToken token, Departure departure);

    /** Records the eviction, then ends the holder's session in the database, if the holder is still as stale as seen. */
    Outcome.OfEvict evict(Sighting holder);

    /**
     * While the candidate waits for another holder: does what the first takeover will do, for a role of its own, and takes
     * it all back, so that the real one finds everything loaded. A store for which this would hold up others does nothing.
     *
     * @return why it failed; the session may then be of no more use
     */
    default Optional<Outcome.Failed> warmUp() {
        return Optional.empty();
    }

    /** Drops the session and with it the session lock. Harmless where there is none. */
    void disconnect();

    /** From any thread: ends an {@link #await} that is under way. Harmless otherwise. */
    void interrupt();

    /** Drops everything; the store is not used again. */
    @Override
    void close();
}
