package dev.baton.server.api;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobAdmin;
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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** {@code /v1/jobs} and {@code /v1/dead-letters} */
final class JobRoutes {

    private static final Instant LATEST = Instant.parse("9990-01-01T00:00:00Z");
    private static final int LARGEST_PAYLOAD = 1024 * 1024;

    private final Jobs jobs;
    private final OperatorAudit operators;

    JobRoutes(Jobs jobs, OperatorAudit operators) {
        this.jobs = jobs;
        this.operators = operators;
    }

    /** An operator's act on a job; false where the job's state does not allow it. */
    @FunctionalInterface
    private interface Act {
        boolean on(UUID id) throws SQLException;
    }

    List<Route> routes() {
        JobAdmin admin = jobs.admin();
        return List.of(
                Route.post("/v1/jobs", Access.SUBMITTER, this::enqueue),
                Route.get("/v1/jobs", Access.VIEWER, this::list),
                Route.get("/v1/jobs/{id}", Access.VIEWER, this::show),
                act("/v1/jobs/{id}/trigger", "job.trigger", admin::trigger),
                act("/v1/jobs/{id}/pause", "job.pause", admin::pause),
                act("/v1/jobs/{id}/resume", "job.resume", admin::resume),
                act("/v1/jobs/{id}/retry", "job.retry", admin::retry),
                act("/v1/jobs/{id}/cancel", "job.cancel", admin::cancel),
                act("/v1/jobs/{id}/remove", "job.remove", admin::remove),
                act("/v1/jobs/{id}/reschedule", "job.reschedule", JobRoutes::schedule, admin::reschedule),
                Route.get("/v1/dead-letters", Access.VIEWER, this::deadLetters),
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
        return Route.post(path, Access.OPERATOR, call -> {
            UUID id = id(call);
            var before = jobs.admin().show(id).orElseThrow(() -> unknown(id));
            if (!act.on(id, reader.apply(call))) {
                throw Problem.conflict(
                        "not_possible",
                        "job " + id + " is " + before.job().status().label() + ": " + action.substring(4)
                                + " does nothing to it now");
            }
            operators.record(call, action, before.job().job() + " " + id, "done");
            return Answer.json(
                    jobs.admin().show(id).map(Views.JobWithRuns::of).orElseGet(() -> Views.JobWithRuns.of(before)));
        });
    }

    private Answer enqueue(Call call) throws SQLException {
        ObjectNode body = call.json();
        Call.allow(body, "job", "handler", "payload", "runAt", "uniqueKey", "queue", "priority");
        try {
            JobRequest request = request(body, call.body());
            Enqueued stored = jobs.enqueue(
                    call.header("traceparent").map(request::traceparent).orElse(request));
            return Answer.json(jobs.admin()
                    .show(stored.id())
                    .map(details -> (Object) Views.Job.of(details.job()))
                    .orElseGet(() -> Json.object().put("id", stored.id().toString())));
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(e.getMessage());
        }
    }

    private static JobRequest request(ObjectNode body, byte[] raw) {
        JobRequest request = JobRequest.of(Call.text(body, "job"));
        JsonNode payload = body.get("payload");
        if (payload != null && !payload.isNull()) {
            String text = new String(Json.members(raw).get("payload"), StandardCharsets.UTF_8);
            if (text.length() > LARGEST_PAYLOAD) {
                throw new Problem(
                        413, "payload_too_large", "a job's payload has at most " + LARGEST_PAYLOAD + " bytes");
            }
            request = request.payload(text);
        }
        Optional<String> handler = Call.optionalText(body, "handler");
        request = handler.isPresent() ? request.handledBy(handler.get()) : request;
        Optional<String> runAt = Call.optionalText(body, "runAt");
        request = runAt.isPresent() ? request.runAt(instant(runAt.get())) : request;
        Optional<String> key = Call.optionalText(body, "uniqueKey");
        request = key.isPresent() ? request.uniqueKey(key.get()) : request;
        Optional<String> queue = Call.optionalText(body, "queue");
        request = queue.isPresent() ? request.queue(queue.get()) : request;
        JsonNode priority = body.get("priority");
        if (priority != null && !priority.isNull()) {
            if (!priority.isInt()) {
                throw Problem.invalid("priority must be a whole number");
            }
            request = request.priority(priority.intValue());
        }
        return request;
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
        ObjectNode body = call.json();
        Call.allow(body, "interval", "cron", "timezone");
        Optional<String> interval = Call.optionalText(body, "interval");
        Optional<String> cron = Call.optionalText(body, "cron");
        if (interval.isPresent() == cron.isPresent()) {
            throw Problem.invalid("a schedule is either an interval or a cron");
        }
        try {
            return cron.isPresent()
                    ? Schedule.cron(
                            cron.get(), Call.optionalText(body, "timezone").orElse("UTC"))
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
        JobPage page = pages.read(cursor, call.query("limit", 100, 1, 1_000));
        return Answer.json(
                new Views.Page<>(page.items().stream().map(Views.Job::of).toList(), page.nextCursor()));
    }

    private Answer show(Call call) throws SQLException {
        UUID id = id(call);
        return Answer.json(Views.JobWithRuns.of(jobs.admin().show(id).orElseThrow(() -> unknown(id))));
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

    /** A payload as JSON; as a string where a row written by hand holds something else. */
    static JsonNode payload(String text) {
        if (text == null) {
            return null;
        }
        try {
            return Json.parse(text.getBytes(StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            return StringNode.valueOf(text);
        }
    }
}
