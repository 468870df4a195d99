package dev.baton.server.api;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobDetails;
import dev.baton.jobs.JobPage;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.Schedule;
import dev.baton.server.config.Durations;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Json;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** {@code /v1/jobs} and {@code /v1/dead-letters} */
final class JobRoutes {

    private static final Instant LATEST = Instant.parse("9990-01-01T00:00:00Z");

    private final Jobs jobs;
    private final OperatorAudit operators;
    private final int largestPayload;

    JobRoutes(Jobs jobs, OperatorAudit operators, int largestPayload) {
        this.jobs = jobs;
        this.operators = operators;
        this.largestPayload = largestPayload;
    }

    /** An operator's act on a job; false where the job's state does not allow it. */
    @FunctionalInterface
    private interface Act {
        boolean on(UUID id) throws SQLException;
    }

    List<Route> routes() {
        JobAdmin admin = jobs.admin();
        return List.of(
                Route.post("/v1/jobs", Access.SUBMITTER, this::enqueue)
                        .withBodyUpTo(Weights.bodyAround(largestPayload))
                        .weighing(Weights::likeItsBody),
                Route.get("/v1/jobs", Access.VIEWER, this::list).weighing(Weights::page),
                Route.get("/v1/jobs/{id}", Access.VIEWER, this::show).weighing(this::wholeJob),
                act("/v1/jobs/{id}/trigger", "job.trigger", admin::trigger),
                act("/v1/jobs/{id}/pause", "job.pause", admin::pause),
                act("/v1/jobs/{id}/resume", "job.resume", admin::resume),
                act("/v1/jobs/{id}/retry", "job.retry", admin::retry),
                act("/v1/jobs/{id}/cancel", "job.cancel", admin::cancel),
                act("/v1/jobs/{id}/remove", "job.remove", admin::remove),
                act("/v1/jobs/{id}/reschedule", "job.reschedule", JobRoutes::schedule, admin::reschedule),
                Route.get("/v1/dead-letters", Access.VIEWER, this::deadLetters).weighing(Weights::page),
                act("/v1/dead-letters/{id}/redrive", "job.redrive", admin::redrive),
                act("/v1/dead-letters/{id}/discard", "job.discard", admin::discard));
    }

    /** The same with something that the call says. */
    @FunctionalInterface
    private interface ActWith<T> {
        boolean on(UUID id, T what) throws SQLException;
    }

    private Route act(String path, String action, Act act) {
        return act(path, action, call -> "", (id, nothing) -> act.on(id));
    }

    private <T> Route act(String path, String action, Function<Call, T> reader, ActWith<T> act) {
        Route.Handler handler = call -> {
            UUID id = id(call);
            var before = jobs.admin().show(id).orElseThrow(() -> unknown(id));
            if (!act.on(id, reader.apply(call))) {
                throw Problem.conflict(
                        "not_possible",
                        "job " + id + " is " + before.job().status().label() + ": " + action.substring(4)
                                + " does nothing to it now");
            }
            operators.record(call, action, before.job().job() + " " + id, "done");
            return whole(jobs.admin().show(id).orElse(before));
        };
        return Route.post(path, Access.OPERATOR, handler).weighing(this::wholeJob);
    }

    /** A payload from its row to the wire is there four times at most. */
    private long wholeJob(Call call) {
        return 4L * largestPayload;
    }

    private Answer whole(JobDetails details) {
        return Answer.json(new Views.JobWithRuns(Views.Job.of(details.job(), largestPayload), details.runs()));
    }

    private Answer enqueue(Call call) throws SQLException {
        JsonObject body = call.json("job", "handler", "payload", "runAt", "uniqueKey", "queue", "priority");
        try {
            JobRequest request = request(body);
            Enqueued stored = jobs.enqueue(
                    call.header("traceparent").map(request::traceparent).orElse(request));
            return Answer.json(jobs.admin()
                    .show(stored.id())
                    .map(details -> (Object) Views.Job.of(details.job(), largestPayload))
                    .orElseGet(() -> Json.object().put("id", stored.id().toString())));
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(e.getMessage());
        }
    }

    private JobRequest request(JsonObject body) {
        JobRequest request = JobRequest.of(body.text("job"));
        Optional<byte[]> payload = body.raw("payload");
        if (payload.isPresent()) {
            if (payload.get().length > largestPayload) {
                throw new Problem(413, "payload_too_large", "a job's payload has at most " + largestPayload + " bytes");
            }
            request = request.payload(new String(payload.get(), StandardCharsets.UTF_8));
        }
        Optional<String> handler = body.optionalText("handler");
        request = handler.isPresent() ? request.handledBy(handler.get()) : request;
        Optional<String> runAt = body.optionalText("runAt");
        request = runAt.isPresent() ? request.runAt(instant(runAt.get())) : request;
        Optional<String> key = body.optionalText("uniqueKey");
        request = key.isPresent() ? request.uniqueKey(key.get()) : request;
        Optional<String> queue = body.optionalText("queue");
        request = queue.isPresent() ? request.queue(queue.get()) : request;
        Optional<Integer> priority = body.optionalNumber("priority");
        return priority.isPresent() ? request.priority(priority.get()) : request;
    }

    private static Instant instant(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            if (instant.isAfter(Instant.EPOCH) && instant.isBefore(LATEST)) {
                return instant;
            }
        } catch (DateTimeException e) {
            throw Problem.invalid("runAt is '" + text + "': it must be an instant like 2026-02-02T12:00:00Z");
        }
        throw Problem.invalid("runAt is '" + text + "': no database keeps such a time");
    }

    private static Schedule schedule(Call call) {
        JsonObject body = call.json("interval", "cron", "timezone");
        Optional<String> interval = body.optionalText("interval");
        Optional<String> cron = body.optionalText("cron");
        if (interval.isPresent() == cron.isPresent()) {
            throw Problem.invalid("a schedule is either an interval or a cron");
        }
        try {
            return cron.isPresent()
                    ? Schedule.cron(cron.get(), body.optionalText("timezone").orElse("UTC"))
                    : Schedule.every(Durations.parse(interval.get())
                            .orElseThrow(() -> new IllegalArgumentException(
                                    "interval is '" + interval.get() + "': it must be a time like 10m or 30s")));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw Problem.invalid(e.getMessage());
        }
    }

    private Answer list(Call call) throws SQLException {
        Optional<JobStatus> status = call.query("status").map(JobRoutes::status);
        return page(call, (cursor, limit) -> jobs.admin().list(status, call.query("job"), cursor, limit));
    }

    private Answer deadLetters(Call call) throws SQLException {
        return page(call, (cursor, limit) -> jobs.admin().deadLetters(cursor, limit));
    }

    /** Reads a page. */
    @FunctionalInterface
    private interface Pages {
        JobPage read(Optional<String> cursor, int limit) throws SQLException;
    }

    private static Answer page(Call call, Pages pages) throws SQLException {
        Optional<String> cursor = call.query("cursor");
        cursor.ifPresent(text -> uuid("cursor", text));
        JobPage page = pages.read(cursor, Weights.limit(call));
        return Views.page(
                page.items(), Views.Job::withoutPayload, job -> job.id().toString(), page.nextCursor());
    }

    private Answer show(Call call) throws SQLException {
        UUID id = id(call);
        return whole(jobs.admin().show(id).orElseThrow(() -> unknown(id)));
    }

    private static JobStatus status(String label) {
        for (JobStatus status : JobStatus.values()) {
            if (status.label().equals(label)) {
                return status;
            }
        }
        throw Problem.invalid("status is '" + label + "': use scheduled, running, completed, cancelled or dead");
    }

    private static UUID id(Call call) {
        return uuid("the id", call.path("id"));
    }

    private static UUID uuid(String what, String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(what + " is '" + text + "', which is no job id");
        }
    }

    private static Problem unknown(UUID id) {
        return Problem.notFound("there is no job " + id);
    }
}
