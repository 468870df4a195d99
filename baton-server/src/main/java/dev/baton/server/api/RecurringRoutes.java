package dev.baton.server.api;

import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobDetails;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobView;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.RetryPolicy;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.store.AuditLog.Note;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** {@code /v1/recurring} and {@code /v1/handlers}: recurring jobs that are made at run time. */
final class RecurringRoutes {

    private static final String[] MEMBERS = {
        "job",
        "handler",
        "interval",
        "delay",
        "cron",
        "timezone",
        "catchUp",
        "payload",
        "queue",
        "priority",
        "timeout",
        "retries",
        "replace"
    };

    private final Jobs jobs;
    private final OperatorAudit operators;
    private final JobBodies bodies;
    private final KnownHandlers handlers;
    private final Set<String> configured;

    /** @param configured names of recurring jobs that this node defines whenever it starts */
    RecurringRoutes(
            Jobs jobs, OperatorAudit operators, JobBodies bodies, KnownHandlers handlers, Set<String> configured) {
        this.jobs = jobs;
        this.operators = operators;
        this.bodies = bodies;
        this.handlers = handlers;
        this.configured = Set.copyOf(configured);
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                        "/v1/handlers",
                        Access.VIEWER,
                        call -> Answer.json(Map.of("items", new TreeSet<>(handlers.names())))),
                Route.get("/v1/recurring", Access.VIEWER, this::list).weighing(MemoryEstimates::page),
                Route.post("/v1/recurring", Access.OPERATOR, this::define)
                        .withBodyUpTo(MemoryEstimates.bodyAround(bodies.largestPayload()))
                        .weighing(MemoryEstimates::likeItsBody));
    }

    private Answer list(Call call) throws SQLException {
        return Views.page(
                jobs.admin().recurring(MemoryEstimates.limit(call)),
                Views.Job::withoutPayload,
                JobView::job,
                Optional.empty());
    }

    private Answer define(Call call) throws SQLException {
        JsonObject body = call.json(MEMBERS);
        JobDefinition definition = definition(body);
        String handler = definition.request().handler();
        handlers.refuseUnknown(handler == null ? definition.name() : handler);
        refuseConfigured(definition.name());
        Note note = operators.note(call, "job.define", definition.name() + " " + definition.schedule(), "done");
        UUID id = store(jobs.admin().noting(note), definition, body.flag("replace"));
        note.log();
        return Answer.json(Views.Job.of(
                jobs.admin()
                        .show(id)
                        .map(JobDetails::job)
                        .orElseThrow(() -> Problem.notFound("it was removed just now")),
                bodies.largestPayload()));
    }

    private static UUID store(JobAdmin admin, JobDefinition definition, boolean replace) throws SQLException {
        if (replace) {
            return admin.define(definition);
        }
        return admin.defineNew(definition)
                .orElseThrow(() -> Problem.conflict(
                        "exists",
                        "there is a recurring job '" + definition.name() + "': say replace to change all of it"));
    }

    private void refuseConfigured(String name) {
        if (configured.contains(name)) {
            throw Problem.conflict(
                    "configured",
                    "job '" + name + "' is defined by this node's configuration, which would have its way at the next"
                            + " start: change it there, or until then what it runs and when");
        }
    }

    private JobDefinition definition(JsonObject body) {
        try {
            JobRequest request = bodies.request(body);
            Optional<Duration> timeout = Schedules.time(body, "timeout");
            request = timeout.isPresent() ? request.timeout(timeout.get()) : request;
            Optional<Integer> retries = body.optionalNumber("retries");
            request = retries.isPresent() ? request.retries(retries(retries.get())) : request;
            return JobDefinition.of(request.job(), Schedules.read(body)).like(request);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(e.getMessage());
        }
    }

    private static RetryPolicy retries(int retries) {
        if (retries < 0 || retries > 1_000) {
            throw Problem.invalid("retries is " + retries + ": it must be 0 to 1000");
        }
        return RetryPolicy.exponential(retries + 1, Duration.ofSeconds(1), Duration.ofHours(1));
    }
}
