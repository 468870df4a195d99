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
}
