package dev.baton.simulation;

/**
 * Mistakes that can be planted in the simulated store or writer, or around the production rules, to see that the checker
 * finds them.
 */
enum Bug {
    /** None: the protocol as it should be. */
    NONE,
    /** The fence checks the row without taking its lock. */
    FENCE_WITHOUT_LOCK,
    /** One statement takes the fence's lock and checks the row, in the snapshot it began with. */
    FENCE_ONE_STATEMENT,
    /** Lock and check are two statements of a REPEATABLE READ transaction. */
    FENCE_REPEATABLE_READ,
    /** The gate's deadline counts from the answer to a heartbeat. */
    GATE_FROM_ANSWER,
    /** The gate's deadline has no margin for clocks of different rates. */
    GATE_WITHOUT_MARGIN,
    /** A heartbeat extends whatever term its holder has. */
    RENEW_WITHOUT_EPOCH,
    /** A release sets the epoch back. */
    EPOCH_RESET_ON_RELEASE,
    /** A successor opens its gate at once although the takeover is exclusive. */
    NO_TRUST_WINDOW,
    /** A holder that is still waiting marks the row released when it leaves. */
    RELEASED_WHILE_WAITING,
    /** What an old timeline said is taken at its word. */
    TIMELINE_IGNORED,
    /** A successor that is still waiting puts its own trust window into the row. */
    TRUST_NOT_CARRIED,
    /** A takeover reads the row without locking it, so that a heartbeat can come between reading and writing. */
    TAKE_WITHOUT_ROW_LOCK,
    /** A writer whose transaction the fence refused tells nobody. */
    REFUSAL_NOT_TOLD,
    /** The gate opens again by a heartbeat that was sent before it was suspected. */
    GATE_IGNORES_SUSPICION,
    /** The watch over gates does not see that the machine has slept. */
    SLEEP_NOT_NOTICED,
    /** A candidate that lets another go first keeps the session lock meanwhile. */
    DEFERRED_KEEPS_LOCK,
    /** A holder whose heartbeats are always too late to open its gate keeps the role. */
    LATE_HEARTBEATS_FORGIVEN,
    /** A successor takes an expiry that was set by hand for the end of its predecessor's trust. */
    HAND_EXPIRY_BELIEVED,
    /** A transaction commits although the server has ended the one that passed the fence. */
    FENCE_NOT_PROVEN,
    /** The key of the fence depends on how a node spells the name of the table. */
    FENCE_KEY_BY_SPELLING,
    /** Where histories have no order, epochs leap by the same everywhere and not by the clock. */
    LEAP_BY_A_CONSTANT,
    /** A role without a row does not ask whether the database has failed over. */
    OTHER_HISTORIES_NOT_TOLD,
    /** A lock leaves nothing in the row of what a gate would have had to wait for. */
    LOCK_FORGETS_WHAT_IS_OWED,
    /** A candidate does not see that a role was left to another. */
    RESERVATION_NOT_SEEN,
    /** An instance stands for a role while its work of an earlier term still runs. */
    OLD_WORK_FORGOTTEN,
    /** Who was seen to be stale is evicted without a second look under the row's lock. */
    EVICTION_WITHOUT_A_SECOND_LOOK
}
