package dev.baton.server.api;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobDetails;
import dev.baton.jobs.JobPage;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.JobView;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.Schedule;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Json;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.Route.ScopeDemand;
import dev.baton.server.http.Scope.Kind;
import dev.baton.server.store.AuditLog.Note;
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

    private static final String USUAL_QUEUE = "default"; // of jobs that name none

    private final Jobs jobs;
    private final OperatorAudit operators;
    private final JobBodies bodies;
    private final int largestPayload;
    private final KnownHandlers handlers;

    JobRoutes(Jobs jobs, OperatorAudit operators, JobBodies bodies, KnownHandlers handlers) {
        this.jobs = jobs;
        this.operators = operators;
        this.bodies = bodies;
        this.largestPayload = bodies.largestPayload();
        this.handlers = handlers;
    }

    /** An operator's act on a job; false where the job's state does not allow it. */
    @FunctionalInterface
    private interface Act {
        boolean on(JobAdmin admin, UUID id) throws SQLException;
    }

    List<Route> routes() {
        return List.of(
                Route.post("/v1/jobs", Access.SUBMITTER, this::enqueue)
                        .reaching(ScopeDemand.NAMED)
                        .withBodyUpTo(MemoryEstimates.bodyAround(largestPayload))
                        .weighing(MemoryEstimates::likeItsBody),
                Route.get("/v1/jobs", Access.VIEWER, this::list)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::page),
                Route.get("/v1/jobs/{id}", Access.VIEWER, this::show)
                        .reaching(ScopeDemand.NAMED)
                        .weighingAlone(wholeJob()),
                act("/v1/jobs/{id}/trigger", "job.trigger", JobAdmin::trigger),
                act("/v1/jobs/{id}/pause", "job.pause", JobAdmin::pause),
                act("/v1/jobs/{id}/resume", "job.resume", JobAdmin::resume),
                act("/v1/jobs/{id}/retry", "job.retry", JobAdmin::retry),
                act("/v1/jobs/{id}/cancel", "job.cancel", JobAdmin::cancel),
                act("/v1/jobs/{id}/remove", "job.remove", JobAdmin::remove),
                act("/v1/jobs/{id}/reschedule", "job.reschedule", JobRoutes::schedule, JobAdmin::reschedule),
                act("/v1/jobs/{id}/change", "job.change", this::work, JobRoutes::changeWork)
                        .withBodyUpTo(MemoryEstimates.bodyAround(largestPayload)),
                Route.get("/v1/dead-letters", Access.VIEWER, this::deadLetters)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::page),
                act("/v1/dead-letters/{id}/redrive", "job.redrive", JobAdmin::redrive),
                act("/v1/dead-letters/{id}/discard", "job.discard", JobAdmin::discard));
    }

    /** The same with something that the call says. */
    @FunctionalInterface
    private interface ActWith<T> {
        boolean on(JobAdmin admin, UUID id, T what) throws SQLException;
    }

    private Route act(String path, String action, Act act) {
        return act(path, action, call -> "", (admin, id, nothing) -> act.on(admin, id));
    }

    private <T> Route act(String path, String action, Function<Call, T> reader, ActWith<T> act) {
        Route.Handler handler = call -> {
            UUID id = id(call);
            JobDetails before = inScope(call, jobs.admin().show(id).orElseThrow(() -> unknown(id)));
            Note note = operators.note(call, action, before.job().job() + " " + id, "done");
            if (!act.on(jobs.admin().noting(note), id, reader.apply(call))) {
                throw Problem.conflict(
                        "not_possible",
                        "job " + id + " is " + before.job().status().label() + ": " + action.substring(4)
                                + " does nothing to it now");
            }
            note.log();
            return whole(jobs.admin().show(id).orElse(before));
        };
        return Route.post(path, Access.OPERATOR, handler)
                .reaching(ScopeDemand.NAMED)
                .weighingAlone(wholeJob());
    }

    /** A one-off job that has ended leaves its runs alone; old ones name no queue, and are for those who may reach all. */
    private static JobDetails inScope(Call call, JobDetails details) {
        JobView job = details.job();
        if (!reaches(call, details)) {
            throw new Problem(
                    403,
                    "out_of_scope",
                    (job.queue() == null
                                    ? "job " + job.id() + " has ended, and nothing says in which queue it was: it"
                                    : "queue '" + job.queue() + "'")
                            + " is outside of what " + call.caller().name() + " may do this to");
        }
        return details;
    }

    /** A payload from its row to the wire is there four times at most. */
    private long wholeJob() {
        return 4L * largestPayload;
    }

    private Answer whole(JobDetails details) {
        return Answer.json(new Views.JobWithRuns(Views.Job.of(details.job(), largestPayload), details.runs()));
    }

    private Answer enqueue(Call call) throws SQLException {
        JsonObject body = call.json("job", "handler", "payload", "runAt", "uniqueKey", "queue", "priority");
        try {
            JobRequest request = request(body);
            call.requireInScope(Kind.QUEUE, request.queue() == null ? USUAL_QUEUE : request.queue());
            handlers.refuseUnknown(request.handler() == null ? request.job() : request.handler());
            Enqueued stored = jobs.enqueue(
                    call.header("traceparent").map(request::traceparent).orElse(request));
            return Answer.json(jobs.admin()
                    .show(stored.id())
                    .map(details -> stored.fresh() ? details : sharedKey(call, details))
                    .map(details -> (Object) Views.Job.of(details.job(), largestPayload))
                    .orElseGet(() -> Json.object().put("id", stored.id().toString())));
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(e.getMessage());
        }
    }

    /** A unique key may be that of a job elsewhere: where, is not for everybody. */
    private static JobDetails sharedKey(Call call, JobDetails details) {
        if (!reaches(call, details)) {
            throw Problem.conflict(
                    "unique_key_taken",
                    "another job '" + details.job().job() + "' has this unique key, and is outside of what "
                            + call.caller().name() + " may reach: nothing was stored");
        }
        return details;
    }

    private static boolean reaches(Call call, JobDetails details) {
        String queue = details.job().queue();
        return queue == null ? call.scope().isWhole() : call.scope().allows(Kind.QUEUE, queue);
    }

    private JobRequest request(JsonObject body) {
        JobRequest request = bodies.request(body);
        Optional<String> runAt = body.optionalText("runAt");
        request = runAt.isPresent() ? request.runAt(instant(runAt.get())) : request;
        Optional<String> key = body.optionalText("uniqueKey");
        return key.isPresent() ? request.uniqueKey(key.get()) : request;
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw Problem.invalid("runAt is '" + text + "': it must be an instant like 2026-02-02T12:00:00Z");
        }
    }

    private static Schedule schedule(Call call) {
        return Schedules.read(call.json("interval", "delay", "cron", "timezone", "catchUp"));
    }

    /** What a recurring job runs; what is not said stays as it is. */
    private record Work(Optional<String> handler, Optional<String> payload) {}

    private Work work(Call call) {
        JsonObject body = call.json("handler", "payload");
        Work work = new Work(body.optionalText("handler"), bodies.payload(body));
        if (work.handler().isEmpty() && work.payload().isEmpty()) {
            throw Problem.invalid("nothing is said to be changed: give a handler, a payload or both");
        }
        work.handler().ifPresent(handlers::refuseUnknown);
        return work;
    }

    private static boolean changeWork(JobAdmin admin, UUID id, Work work) throws SQLException {
        try {
            return admin.changeWork(id, work.handler(), work.payload());
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(e.getMessage());
        }
    }

    private Answer list(Call call) throws SQLException {
        JobAdmin.Filter filter = new JobAdmin.Filter(
                call.query("status").map(JobRoutes::status), call.query("job"), call.query("queue"));
        return page(call, (cursor, limit) -> jobs.admin().list(filter, cursor, limit));
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
        Optional<String> cursor =
                call.query("cursor").map(text -> uuid("cursor", text).toString());
        JobPage page = pages.read(cursor, MemoryEstimates.limit(call));
        return Views.page(
                page.items().stream()
                        .filter(job -> call.scope().allows(Kind.QUEUE, job.queue()))
                        .toList(),
                Views.Job::withoutPayload,
                job -> job.id().toString(),
                page.nextCursor());
    }

    private Answer show(Call call) throws SQLException {
        UUID id = id(call);
        return whole(inScope(call, jobs.admin().show(id).orElseThrow(() -> unknown(id))));
    }

    static JobStatus status(String label) {
        for (JobStatus status : JobStatus.values()) {
            if (status.label().equals(label)) {
                return status;
            }
        }
        throw Problem.invalid("status is '" + label + "': use scheduled, running, completed, cancelled or dead");
    }

    static UUID id(Call call) {
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
