package dev.baton.spring.submissions;

import dev.baton.spring.Payloads;
import dev.baton.spring.Submissions;
import dev.baton.spring.datasource.RunningTransaction;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.IntentRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Hands in within the transaction that runs on the application's data source. */
final class TransactionalSubmissions implements Submissions {

    private final RunningTransaction transaction;
    private final Supplier<SubmissionManager> manager;
    private final Supplier<Payloads> payloads;

    TransactionalSubmissions(DataSource source, Supplier<SubmissionManager> manager, Supplier<Payloads> payloads) {
        this.transaction = new RunningTransaction(source, () -> manager.get().wake());
        this.manager = manager;
        this.payloads = payloads;
    }

    @Override
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

    @Override
    public Acceptance accept(IntentRequest request) {
        return transaction.store(
                "intent",
                connection ->
                        manager.get().acceptBatch(connection, List.of(request)).get(0),
                () -> manager.get().accept(request));
    }

    @Override
    public List<Acceptance> accept(List<IntentRequest> requests) {
        return transaction.store(
                "intent",
                connection -> manager.get().acceptBatch(connection, requests),
                () -> manager.get().acceptBatch(requests));
    }

    @Override
    public SubmissionManager manager() {
        return manager.get();
    }
}
