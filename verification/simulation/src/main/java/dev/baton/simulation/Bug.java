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
    REFUSAL_NOT_TOLD
}
