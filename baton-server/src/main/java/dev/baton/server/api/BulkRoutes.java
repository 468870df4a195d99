package dev.baton.server.api;

import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobAdmin.ManyAct;
import dev.baton.jobs.JobAdmin.ManyDone;
import dev.baton.jobs.JobStatus;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.store.AuditLog.Note;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code /v1/jobs:bulk}: the same act on all jobs that match. */
final class BulkRoutes {

    /** Beyond that many nobody counts. */
    private static final int COUNTED = 1_000_000;

    private static final int PER_CALL = 2_000;
    private static final int PER_TRANSACTION = 200;

    private final JobAdmin admin;
    private final OperatorAudit operators;

    BulkRoutes(JobAdmin admin, OperatorAudit operators) {
        this.admin = admin;
        this.operators = operators;
    }

    List<Route> routes() {
        return List.of(Route.post("/v1/jobs:bulk", Access.OPERATOR, this::act));
    }

    /**
     * What came of it.
     *
     * @param matching how many matched before
     * @param left how many still do
     */
    private record Result(String action, long matching, int done, long left) {}

    /** Without a number that is expected it only counts: nobody acts on more than they have seen. */
    private Answer act(Call call) throws SQLException {
        JsonObject body = call.json("action", "status", "job", "queue", "expected");
        ManyAct act = action(body.text("action"));
        JobAdmin.Filter filter = new JobAdmin.Filter(
                body.optionalText("status").map(JobRoutes::status),
                body.optionalText("job"),
                body.optionalText("queue"));
        String name = act.name().toLowerCase(Locale.ROOT);
        Optional<Integer> expected = body.optionalNumber("expected");
        long matching = admin.count(act, filter, COUNTED);
        if (expected.isEmpty()) {
            return Answer.json(new Result(name, matching, 0, matching));
        }
        if (expected.get() != matching) {
            throw new Problem(
                    409,
                    "count_changed",
                    matching + " jobs match, not " + expected.get() + ": look again, and say that number",
                    Map.of("matching", matching));
        }
        if (matching == 0) {
            return Answer.json(new Result(name, 0, 0, 0)); // what has come since nobody has seen
        }
        int done = actOnAll(call, act, filter, (int) Math.min(PER_CALL, matching));
        return Answer.json(new Result(name, matching, done, admin.count(act, filter, COUNTED)));
    }

    private int actOnAll(Call call, ManyAct act, JobAdmin.Filter filter, int atMost) throws SQLException {
        String action = "jobs." + act.name().toLowerCase(Locale.ROOT);
        String subject = subject(filter);
        int done = 0;
        int seen = 0;
        Optional<String> cursor = Optional.empty();
        do {
            int some = Math.min(PER_TRANSACTION, atMost - seen);
            Note note = operators.note(call, action, subject, "done to up to " + some);
            ManyDone part = admin.noting(note).actOnMany(act, filter, cursor, some);
            note.log();
            done += part.done();
            seen += part.seen();
            cursor = part.nextCursor();
        } while (cursor.isPresent() && seen < atMost);
        operators.record(call, action, subject, done + " in all");
        return done;
    }

    private static String subject(JobAdmin.Filter filter) {
        return "status " + filter.status().map(JobStatus::label).orElse("any") + ", job "
                + filter.job().orElse("any") + ", queue " + filter.queue().orElse("any");
    }

    private static ManyAct action(String text) {
        for (ManyAct act : ManyAct.values()) {
            if (act.name().toLowerCase(Locale.ROOT).equals(text)) {
                return act;
            }
        }
        throw Problem.invalid("action is '" + text + "': use retry, cancel, redrive or discard");
    }
}
