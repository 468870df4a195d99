package dev.baton.sql.dialect;

/** What some databases can do and others cannot, where the program takes another way without it. */
public enum Capability {

    /** Tells other sessions of a change when it is committed; one statement can make a change, record it and tell of it. */
    NOTIFICATIONS,

    /** Takes a whole batch as arrays in one statement. Elsewhere a batch goes in several, in one transaction. */
    ARRAYS,

    /** Locks the rows of a list for a transaction, in the order of their ids. Elsewhere rows are locked one by one. */
    ROW_LISTS,

    /** Names the transactions that a reader could not see yet, so that it can look for their rows later. */
    SNAPSHOT_POSITIONS,

    /** Gives each change of a row a version, and knows the oldest version that is still being written. */
    ROW_VERSIONS,

    /** Completes rows that others insert by plain SQL, by a trigger of the schema. Elsewhere the leader does. */
    COMPLETED_INSERTS,

    /** Tells the time-outs that hold for a session. */
    SESSION_TIMEOUTS,

    /** Has no shared lock but on a row: the fence of a role is a row of its own, which carries the term as well. */
    FENCE_ROWS,

    /** Takes a lease that was given back by one statement that closes the fence first; such terms may be unrecorded. */
    RETAKES,

    /** Holds many locks in one session, tries and renews many at once, and tells of the end of that session. */
    SHARED_SESSIONS,

    /** Enters the fences of several roles with one statement, which waits for nobody. */
    FENCE_LISTS,

    /** Has a name for each of its histories, and no number: only what is written down tells that there was another. */
    NAMED_HISTORIES,

    /** Has the jobs of each queue together in an index, and no index of all: what looks through all of them goes queue by queue. */
    INDEXES_BY_QUEUE
}
