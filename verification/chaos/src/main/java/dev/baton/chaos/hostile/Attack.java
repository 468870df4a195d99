package dev.baton.chaos.hostile;

import java.io.IOException;

/** One way to do harm, with what it holds on to between two rounds. Used by one thread. */
@FunctionalInterface
interface Attack {

    /**
     * @return the status of the answer, or {@link Stranger#NO_ANSWER} if it waits for none
     * @throws IOException if the node does not want to hear of it
     */
    int round(Stranger stranger) throws IOException;

    /** Lets go of everything. */
    default void end() {}
}
