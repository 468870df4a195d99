package dev.baton.spring;

import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.IntentRequest;
import java.util.List;

/**
 * Hands in intents: in the running transaction if there is one, so that an intent exists if and when its reason commits.
 * Thread-safe; to be used once the context has started.
 */
public interface Submissions {

    /**
     * Hands in an intent with a payload, written as JSON.
     *
     * @param intentId the same for the same wish: asked twice, it is executed once
     */
    Acceptance accept(String intentId, String target, Object payload);

    Acceptance accept(IntentRequest request);

    /** An answer for each, in order. A bad one does not hold up the others. */
    List<Acceptance> accept(List<IntentRequest> requests);

    /** Everything else that can be done with intents. */
    SubmissionManager manager();
}
