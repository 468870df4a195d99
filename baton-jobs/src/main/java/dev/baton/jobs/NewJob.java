package dev.baton.jobs;

import java.util.UUID;

/**
 * A job about to be stored.
 *
 * @param traceparent where its runs belong; null if nobody traces
 */
record NewJob(UUID id, JobRequest request, long lockTimeoutMillis, String traceparent) {

    String payload() {
        return request.payload();
    }

    Integer maxAttempts() {
        return request.retries() == null ? null : request.retries().maxAttempts();
    }

    String retry() {
        return request.retries() == null ? null : request.retries().encoded();
    }

    Long timeoutMillis() {
        return request.timeout() == null ? null : request.timeout().toMillis();
    }
}
