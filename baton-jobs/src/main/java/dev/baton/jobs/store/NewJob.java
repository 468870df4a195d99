package dev.baton.jobs.store;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.claim.RetryText;
import java.util.UUID;

/**
 * A job about to be stored.
 *
 * @param traceparent where its runs belong; null if nobody traces
 */
public record NewJob(UUID id, JobRequest request, long lockTimeoutMillis, String traceparent) {

    public String queue() {
        return request.queue() == null ? "default" : request.queue();
    }

    public String payload() {
        return request.payload();
    }

    public Integer maxAttempts() {
        return request.retries() == null ? null : request.retries().maxAttempts();
    }

    public String retry() {
        return request.retries() == null ? null : RetryText.of(request.retries());
    }

    public Long timeoutMillis() {
        return request.timeout() == null ? null : request.timeout().toMillis();
    }

    /** Whether it is due now and has nothing else of its own but a queue, a priority and a payload. */
    boolean isPlain() {
        return request.runAt() == null
                && request.handler() == null
                && request.uniqueKey() == null
                && request.capability() == null
                && request.retries() == null
                && request.timeout() == null
                && traceparent == null;
    }
}
