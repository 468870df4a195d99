package dev.baton.election;

import dev.baton.LeaderToken;
import java.util.function.Consumer;

/** What runs while a role is led, one term after the other. Called by whoever runs the {@link ElectionDriver}. */
public interface TermWork {

    /**
     * The gate of this term has been opened for the first time.
     *
     * @param gate the role's
     * @param ended to be told, with a reason, when the work has ended, asked or not
     */
    void begin(LeaderToken token, DeadlineGate gate, Consumer<String> ended);

    /**
     * The term is being left: the work shall finish.
     *
     * @return whether this term has work that will tell of its end
     */
    boolean finish(LeaderToken token);

    /** The term is over. */
    void interrupt(LeaderToken token);

    /** Whichever term it belongs to: it must end. */
    void interruptAll();
}
