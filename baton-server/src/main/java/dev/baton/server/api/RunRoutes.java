package dev.baton.server.api;

import dev.baton.jobs.JobAdmin;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.store.RunLogs;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** {@code /v1/jobs/{id}/runs} and {@code /v1/runs} */
final class RunRoutes {

    /** Text of a megabyte, from its row to the wire. */
    private static final long WHOLE_LOG = 8L << 20;

    private final JobAdmin admin;
    private final RunLogs logs;

    RunRoutes(JobAdmin admin, RunLogs logs) {
        this.admin = admin;
        this.logs = logs;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/runs/by-day", Access.VIEWER, this::byDay).weighing(MemoryEstimates::page),
                Route.get("/v1/jobs/{id}/runs", Access.VIEWER, this::list).weighing(MemoryEstimates::page),
                Route.get("/v1/jobs/{id}/runs/{claim}/log", Access.VIEWER, this::log)
                        .weighing(call -> WHOLE_LOG));
    }

    private Answer list(Call call) throws SQLException {
        return Answer.json(Map.of("items", admin.runs(JobRoutes.id(call), MemoryEstimates.limit(call))));
    }

    /** Runs that are too old to be kept one by one. */
    private Answer byDay(Call call) throws SQLException {
        return Answer.json(Map.of("items", admin.compactedRuns(call.query("job"), MemoryEstimates.limit(call))));
    }

    /** What a run has said. */
    private record Log(UUID jobId, long claimNumber, Instant writtenAt, String text) {}

    private Answer log(Call call) throws SQLException {
        UUID id = JobRoutes.id(call);
        long claim = claim(call);
        return logs.show(id, claim)
                .map(said -> Answer.json(new Log(id, claim, said.writtenAt(), said.text())))
                .orElseThrow(() -> Problem.notFound("there is no log of job " + id + ", claim " + claim
                        + ": its run has said nothing yet, is none of a handler in the configuration, or is too old"));
    }

    static long claim(Call call) {
        String text = call.path("claim");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw Problem.invalid("the claim is '" + text + "': it must be a number");
        }
    }
}
