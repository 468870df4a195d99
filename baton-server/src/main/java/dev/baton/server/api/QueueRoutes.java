package dev.baton.server.api;

import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.QueueFigures;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.Route.ScopeDemand;
import dev.baton.server.http.Scope.Kind;
import dev.baton.server.store.AuditLog.Note;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code /v1/queues} */
final class QueueRoutes {

    private final JobAdmin admin;
    private final OperatorAudit operators;

    QueueRoutes(JobAdmin admin, OperatorAudit operators) {
        this.admin = admin;
        this.operators = operators;
    }

    /** An operator's act on a queue. */
    @FunctionalInterface
    private interface Act {
        void on(JobAdmin admin, String queue) throws SQLException;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/queues", Access.VIEWER, this::list)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::someRows),
                act("pause", JobAdmin::pauseQueue),
                act("resume", JobAdmin::resumeQueue));
    }

    /** A queue that may not have jobs yet can be paused as well: nobody waits for the first one to go wrong. */
    private Route act(String verb, Act act) {
        return Route.post("/v1/queues/{queue}/" + verb, Access.OPERATOR, call -> {
                    String queue = call.requireInScope(Kind.QUEUE, call.path("queue"));
                    Note note = operators.note(call, "queue." + verb, queue, "done");
                    try {
                        act.on(admin.noting(note), queue);
                    } catch (IllegalArgumentException e) {
                        throw Problem.invalid(e.getMessage());
                    }
                    if (!note.isWritten()) {
                        operators.record(call, "queue." + verb, queue, "nothing to do");
                    }
                    note.log();
                    return Answer.json(queues().stream()
                            .filter(item -> item.queue().equals(queue))
                            .findFirst()
                            .orElse(Item.empty(queue, false)));
                })
                .reaching(ScopeDemand.NAMED);
    }

    private Answer list(Call call) throws SQLException {
        return Answer.json(Map.of(
                "items",
                queues().stream()
                        .filter(item -> call.scope().allows(Kind.QUEUE, item.queue()))
                        .toList()));
    }

    /** A queue as it was last counted. */
    private record Item(String queue, long due, long waiting, long running, long dead, boolean paused) {

        static Item empty(String queue, boolean paused) {
            return new Item(queue, 0, 0, 0, 0, paused);
        }
    }

    private List<Item> queues() throws SQLException {
        List<String> paused = new ArrayList<>(admin.pausedQueues());
        List<Item> items = new ArrayList<>();
        for (QueueFigures f : admin.figures()) {
            items.add(new Item(f.queue(), f.due(), f.waiting(), f.running(), f.dead(), paused.remove(f.queue())));
        }
        paused.forEach(queue -> items.add(Item.empty(queue, true)));
        return items;
    }
}
