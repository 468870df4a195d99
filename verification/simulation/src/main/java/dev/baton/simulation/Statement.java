package dev.baton.simulation;

/** One statement, run by the server in one moment (or, having waited for a lock, in a second one). */
@FunctionalInterface
interface Statement {
    /** Must lead to exactly one {@link Session#answer}, unless the session ends first. */
    void run(Session session);
}
