package dev.baton.election;

import java.util.ArrayList;
import java.util.List;

/** The result of a step: the next state, and what to do on the way there. */
public record Step(State next, List<Effect> effects) {

    /**
     * The rules that a driver follows. {@link Election} has them; a test may put something around it, to see
     * its steps or to make a mistake on purpose.
     */
    public interface Rules {

        /** Where an election begins. */
        State initial();

        /** What follows from this event in this state, and what has to be done on the way there. */
        Step step(State state, Event event, Moment moment);
    }

    static Step stay(State state) {
        return new Step(state, List.of());
    }

    static Step to(State next, Effect... effects) {
        return new Step(next, List.of(effects));
    }

    /** This step with other effects before its own. */
    Step after(Effect... first) {
        List<Effect> all = new ArrayList<>(List.of(first));
        all.addAll(effects);
        return new Step(next, List.copyOf(all));
    }
}
