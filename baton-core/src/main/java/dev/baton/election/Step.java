package dev.baton.election;

import java.util.ArrayList;
import java.util.List;

/** The result of a step: the next state, and what to do on the way there. */
public record Step(State next, List<Effect> effects) {

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
