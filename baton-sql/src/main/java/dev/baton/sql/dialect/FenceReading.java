package dev.baton.sql.dialect;

/**
 * What a transaction found at the fence, after it was granted the shared lock.
 *
 * @param isolation empty if the transaction reads in fresh snapshots; else the isolation that forbids a fence
 * @param late whether the transaction had already written something, which a fence must precede
 * @param found whether the role has a row
 * @param holderId the row's holder
 * @param epoch the row's epoch
 * @param expired whether the row's expiry has passed, by the database's clock
 * @param sameTimeline whether the database is still on the timeline on which the row was taken
 */
public record FenceReading(
        String isolation,
        boolean late,
        boolean found,
        String holderId,
        long epoch,
        boolean expired,
        boolean sameTimeline) {

    /** Not read at all, because the transaction may not be fenced. */
    static FenceReading refused(String isolation, boolean late) {
        return new FenceReading(isolation, late, false, "", 0, true, false);
    }

    /** There is no such row. */
    static FenceReading nothing() {
        return new FenceReading("", false, false, "", 0, true, false);
    }
}
