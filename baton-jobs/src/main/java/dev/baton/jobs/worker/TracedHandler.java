package dev.baton.jobs.worker;

import dev.baton.Tracing;
import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobHandler;
import java.util.Map;

/** Runs a handler within a span, which is current for whatever it calls. */
record TracedHandler(JobHandler handler, Tracing tracing) implements JobHandler {

    @Override
    public void run(JobContext context) throws Exception {
        Tracing.Span span = tracing.begin(
                Tracing.Operation.JOB,
                context.traceparent(),
                Map.of(
                        "baton.job", context.job(),
                        "baton.job_id", context.token().jobId().toString(),
                        "baton.attempt", context.attempt(),
                        "baton.claim_number", context.token().claimNumber(),
                        "baton.holder_id", context.token().holderId()));
        try (Tracing.Scope scope = span.enter()) {
            handler.run(context);
            span.end();
        } catch (Exception | Error e) {
            span.fail(String.valueOf(e.getMessage()));
            throw e;
        }
    }
}
