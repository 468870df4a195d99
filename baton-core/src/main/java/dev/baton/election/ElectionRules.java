package dev.baton.election;

/**
 * The rules that an {@link ElectionDriver} follows. {@link Election} has them; a test may put something around it, to see
 * its steps or to make a mistake on purpose.
 */
public interface ElectionRules {

    /** Where an election begins. */
    State initial();

    /** What follows from this event in this state, and what has to be done on the way there. */
    Step step(State state, Event event, Moment moment);
}
