package dev.baton.jobs.worker;

import dev.baton.Tracing;
import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobHandler;
import dev.baton.support.TellableError;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Runs a handler within a span, which is current for whatever it calls. */
record TracedHandler(JobHandler handler, Tracing tracing) implements JobHandler {

    /** One that holds no thread stays one. */
    static JobHandler of(JobHandler handler, Tracing tracing) {
        TracedHandler traced = new TracedHandler(handler, tracing);
        return handler instanceof JobHandler.Async async
                ? (JobHandler.Async) context -> traced.begin(async, context)
                : traced;
    }

    private CompletableFuture<?> begin(JobHandler.Async async, JobContext context) throws Exception {
        Tracing.Span span = span(context);
        try (Tracing.Scope scope = span.enter()) {
            CompletableFuture<?> run = async.begin(context);
            @SuppressWarnings("unused") // the run itself is what is waited for
            var unused = run.handle((nothing, error) -> {
                if (error == null) {
                    span.end();
                } else {
                    span.fail(String.valueOf(TellableError.of(error).getMessage()));
                }
                return null;
            });
            return run;
        } catch (Exception | Error e) {
            span.fail(String.valueOf(TellableError.of(e).getMessage()));
            throw e;
        }
    }

    private Tracing.Span span(JobContext context) {
        return tracing.begin(
                Tracing.Operation.JOB,
                context.traceparent(),
                Map.of(
                        "baton.job", context.job(),
                        "baton.job_id", context.token().jobId().toString(),
                        "baton.attempt", context.attempt(),
                        "baton.claim_number", context.token().claimNumber(),
                        "baton.holder_id", context.token().holderId()));
    }

    @Override
    public void run(JobContext context) throws Exception {
        Tracing.Span span = span(context);
        try (Tracing.Scope scope = span.enter()) {
            handler.run(context);
            span.end();
        } catch (Exception | Error e) {
            span.fail(String.valueOf(TellableError.of(e).getMessage()));
            throw e;
        }
    }
}
