package dev.baton.sql.dialect;

/** What a transaction found at the fence. */
public sealed interface FenceReading {

    /**
     * The row of the role, read after the shared lock was granted.
     *
     * @param holderId the row's holder
     * @param epoch the row's epoch
     * @param expired whether the row's expiry has passed, by the database's clock
     * @param sameTimeline whether the database is still on the timeline on which the row was taken
     */
    record Term(String holderId, long epoch, boolean expired, boolean sameTimeline) implements FenceReading {}

    /** The role has no row that could carry a token. */
    record NoTerm() implements FenceReading {}

    /** Not read at all: the transaction reads by a snapshot that may be older than the lock. */
    record WrongIsolation(String isolation) implements FenceReading {}

    /** Not read at all: the transaction has already written something, and a fence must come first. */
    record AlreadyWritten() implements FenceReading {}
}
