package dev.baton.submissions.model;

import java.time.Instant;
import java.util.List;

/** An intent, its attempts in order, and what operators did to it. */
public record IntentHistory(Intent intent, List<Attempt> attempts, List<Act> acts) {

    public IntentHistory {
        attempts = List.copyOf(attempts);
        acts = List.copyOf(acts);
    }

    /** What an operator did. */
    public record Act(Instant at, String actor, String action) {}
}
