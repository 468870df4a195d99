package dev.baton;

/** What a fenced transaction demands of its token. */
public enum FenceDemand {
    /** Starting something new: holder and epoch are current, and the row has not expired. The default. */
    UNEXPIRED,
    /** Recording the outcome of what was already done: holder and epoch are current; a late heartbeat loses nothing. */
    CURRENT
}
