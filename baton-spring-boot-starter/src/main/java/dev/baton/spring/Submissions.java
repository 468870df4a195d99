package dev.baton.spring;

import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.IntentRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Hands in intents: in the running transaction if there is one, so that an intent exists if and when its reason commits.
 * Thread-safe; to be used once the context has started.
 */
public final class Submissions {

    private final RunningTransaction transaction;
    private final Supplier<SubmissionManager> manager;
    private final Supplier<Payloads> payloads;

    Submissions(DataSource source, Supplier<SubmissionManager> manager, Supplier<Payloads> payloads) {
        this.transaction = new RunningTransaction(source, () -> manager.get().wake());
        this.manager = manager;
        this.payloads = payloads;
    }

    /**
     * Hands in an intent with a payload, written as JSON.
     *
     * @param intentId the same for the same wish: asked twice, it is executed once
     */
    public Acceptance accept(String intentId, String target, Object payload) {
        try {
            byte[] json = payloads.get().write(payload).getBytes(StandardCharsets.UTF_8);
            return accept(IntentRequest.of(intentId, target, json));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalArgumentException("the payload of intent '" + intentId + "' cannot be written", e);
        }
    }

    public Acceptance accept(IntentRequest request) {
        return transaction.store(
                "intent",
                connection ->
                        manager.get().acceptBatch(connection, List.of(request)).get(0),
                () -> manager.get().accept(request));
    }

    /** An answer for each, in order. A bad one does not hold up the others. */
    public List<Acceptance> accept(List<IntentRequest> requests) {
        return transaction.store(
                "intent",
                connection -> manager.get().acceptBatch(connection, requests),
                () -> manager.get().acceptBatch(requests));
    }

    /** Everything else that can be done with intents. */
    public SubmissionManager manager() {
        return manager.get();
    }
}
