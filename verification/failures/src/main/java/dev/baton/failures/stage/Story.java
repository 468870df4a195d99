package dev.baton.failures.stage;

/** Told line by line what happens in a process, so that it is known when the process is no more. */
public interface Story {

    /** Nobody listens. */
    Story UNTOLD = line -> {};

    void tell(String line);

    /** The process dies here: a story for another process does not come back from this. */
    default void death() {}
}
