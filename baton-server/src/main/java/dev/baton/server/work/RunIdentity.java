package dev.baton.server.work;

import dev.baton.jobs.JobContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** What each call says of the run that makes it, so that the far side can tell the same from another and refuse the older. */
final class RunIdentity {

    private RunIdentity() {}

    static Map<String, String> headers(JobContext context) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Baton-Job", context.job());
        headers.put("Baton-Job-Id", context.token().jobId().toString());
        headers.put("Baton-Claim", Long.toString(context.token().claimNumber()));
        headers.put("Baton-Attempt", Integer.toString(context.attempt()));
        headers.put("Idempotency-Key", context.idempotencyKey());
        context.traceparent().ifPresent(trace -> headers.put("traceparent", trace));
        return headers;
    }

    static Map<String, String> variables(JobContext context) {
        return Map.of(
                "BATON_JOB", context.job(),
                "BATON_JOB_ID", context.token().jobId().toString(),
                "BATON_CLAIM", Long.toString(context.token().claimNumber()),
                "BATON_ATTEMPT", Integer.toString(context.attempt()),
                "BATON_IDEMPOTENCY_KEY", context.idempotencyKey());
    }
}
