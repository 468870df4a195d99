package dev.baton.jobs.enqueue;

import dev.baton.Tracing;
import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Stores jobs within a span, which they remember: their runs belong there. A batch is one span. */
record TracedEnqueue(Tracing tracing) {

    /** What is done within the span. */
    @FunctionalInterface
    interface Work {
        List<Enqueued> in(Optional<String> span) throws SQLException;
    }

    List<Enqueued> within(List<JobRequest> requests, Work work) throws SQLException {
        if (tracing == Tracing.NONE) {
            return work.in(Optional.empty());
        }
        Tracing.Span span = begin(requests);
        try (Tracing.Scope scope = span.enter()) {
            List<Enqueued> stored = work.in(span.traceparent());
            span.end();
            return stored;
        } catch (SQLException | RuntimeException e) {
            span.fail(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private Tracing.Span begin(List<JobRequest> requests) {
        String job = requests.get(0).job();
        boolean alike = requests.stream().allMatch(request -> request.job().equals(job));
        Optional<String> parent = requests.stream()
                .map(JobRequest::traceparent)
                .filter(Objects::nonNull)
                .findFirst();
        return tracing.begin(
                Tracing.Operation.ENQUEUE,
                parent,
                Map.of("baton.job", alike ? job : "several", "baton.batch_size", requests.size()));
    }
}
