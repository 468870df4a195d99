package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.Route.ScopeDemand;
import dev.baton.server.http.Scope.Kind;
import dev.baton.server.store.AuditLog.Note;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.Cancellation;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentHistory;
import dev.baton.submissions.model.IntentPage;
import dev.baton.submissions.model.IntentQuery;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/** {@code /v1/intents} */
final class IntentRoutes {

    private static final int MOST_IN_BATCH = 1_000;

    /** Each holds a connection and no thread; one beyond them is answered at once, with the intent as it stands. */
    static final int MOST_WAITING = 2_000;

    private static final byte[] NO_PAYLOAD = {};
    private static final String[] MEMBERS = {"intentId", "submissionTarget", "payload"};

    private final SubmissionManager submissions;
    private final OperatorAudit operators;
    private final int largestPayload;
    private final int largestBody;
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private final EndedIntentCache settled = new EndedIntentCache(Stopwatch.system());

    IntentRoutes(SubmissionManager submissions, OperatorAudit operators, int largestPayload, int largestBody) {
        this.submissions = submissions;
        this.operators = operators;
        this.largestPayload = largestPayload;
        this.largestBody = largestBody;
    }

    List<Route> routes() {
        return List.of(
                Route.postLater("/v1/intents", Access.SUBMITTER, this::accept)
                        .reaching(ScopeDemand.NAMED)
                        .withBodyUpTo(MemoryEstimates.bodyAround(largestPayload)),
                Route.post("/v1/intents:batch", Access.SUBMITTER, this::acceptBatch)
                        .reaching(ScopeDemand.NAMED)
                        .withBodyUpTo(largestBody)
                        .weighing(MemoryEstimates::likeItsBody),
                Route.get("/v1/intents", Access.VIEWER, this::search)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::page),
                Route.get("/v1/intents/{id}", Access.VIEWER, this::get).reaching(ScopeDemand.NAMED),
                Route.get("/v1/attempts/by-day", Access.VIEWER, this::attemptsByDay)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::page),
                Route.get("/v1/intents/{id}/history", Access.VIEWER, this::history)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::someRows),
                Route.post("/v1/intents/{id}/cancel", Access.OPERATOR, this::cancel)
                        .reaching(ScopeDemand.NAMED));
    }

    private CompletionStage<Answer> accept(Call call) throws SQLException {
        Duration wait = wait(call);
        Intent accepted = intent(submissions.accept(request(call, call.json(MEMBERS))));
        if (wait.isZero() || accepted.status() != IntentStatus.PENDING || !waiting.tryAcquire()) {
            return CompletableFuture.completedFuture(answer(accepted));
        }
        return submissions
                .whenSettled(accepted.intentId(), wait)
                .whenComplete((nothing, error) -> waiting.release())
                .thenApplyAsync(nothing -> answer(latest(accepted)), call.later());
    }

    private Intent latest(Intent known) {
        try {
            return submissions.get(known.intentId()).orElse(known);
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private static Answer answer(Intent intent) {
        return Answer.json(intent);
    }

    /** 0 to 30 seconds; more is clamped. */
    private static Duration wait(Call call) {
        Optional<String> text = call.query("waitSeconds");
        if (text.isEmpty()) {
            return Duration.ZERO;
        }
        if (!text.get().matches("\\d{1,18}")) {
            throw Problem.invalid("waitSeconds is '" + text.get() + "': it must be a whole number from 0 to 30");
        }
        return Duration.ofSeconds(Math.min(Long.parseLong(text.get()), SubmissionManager.LONGEST_WAIT.toSeconds()));
    }

    private static IntentRequest request(Call call, JsonObject body) {
        return new IntentRequest(
                body.text("intentId"),
                call.requireInScope(Kind.TARGET, body.text("submissionTarget")),
                body.raw("payload").orElse(NO_PAYLOAD),
                call.header("traceparent"));
    }

    private static Intent intent(Acceptance acceptance) {
        if (acceptance instanceof Acceptance.Created created) {
            return created.intent();
        }
        if (acceptance instanceof Acceptance.Existing existing) {
            return existing.intent();
        }
        throw problem(acceptance);
    }

    private static Problem problem(Acceptance acceptance) {
        if (acceptance instanceof Acceptance.Conflict conflict) {
            return Problem.conflict("idempotency_conflict", conflict.message());
        }
        Acceptance.Refused refused = (Acceptance.Refused) acceptance;
        return refused.tooLarge()
                ? new Problem(413, "payload_too_large", refused.message())
                : Problem.invalid(refused.message());
    }

    private Answer acceptBatch(Call call) throws SQLException {
        List<byte[]> items = call.json("intents")
                .list("intents", MOST_IN_BATCH)
                .orElseThrow(() -> Problem.invalid("intents is missing: send {\"intents\": [...]}"));
        List<Object> results = new ArrayList<>();
        List<IntentRequest> good = new ArrayList<>();
        for (byte[] item : items) {
            try {
                good.add(request(call, JsonObject.read(item, MEMBERS)));
                results.add(null);
            } catch (Problem problem) {
                results.add(error(problem));
            }
        }
        int next = 0;
        List<Acceptance> answers = submissions.acceptBatch(good);
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) == null) {
                results.set(i, result(answers.get(next++)));
            }
        }
        return Answer.json(Map.of("results", results));
    }

    private static Object result(Acceptance acceptance) {
        try {
            return Map.of("intent", intent(acceptance));
        } catch (Problem problem) {
            return error(problem);
        }
    }

    private static Object error(Problem problem) {
        return Map.of("error", Map.of("code", problem.code(), "message", problem.getMessage()));
    }

    private Answer get(Call call) throws SQLException {
        String id = call.path("id");
        Optional<EndedIntentCache.Kept> known = settled.find(id);
        if (known.isPresent()) {
            call.requireInScope(Kind.TARGET, known.get().target());
            return known.get().answer();
        }
        Intent intent = inScope(call, submissions.get(id).orElseThrow(() -> unknown(id)));
        return settled.keep(intent, answer(intent));
    }

    private Answer history(Call call) throws SQLException {
        IntentHistory history = submissions.history(call.path("id")).orElseThrow(() -> unknown(call.path("id")));
        inScope(call, history.intent());
        return Answer.json(history);
    }

    /** Attempts of intents that are no longer kept. */
    private Answer attemptsByDay(Call call) throws SQLException {
        return Answer.json(Map.of(
                "items",
                submissions.attemptsByDay(call.query("target"), MemoryEstimates.limit(call)).stream()
                        .filter(sum -> call.scope().allows(Kind.TARGET, sum.submissionTarget()))
                        .toList()));
    }

    private static Intent inScope(Call call, Intent intent) {
        call.requireInScope(Kind.TARGET, intent.submissionTarget());
        return intent;
    }

    private static Problem unknown(String id) {
        return Problem.notFound("there is no intent '" + id + "'");
    }

    private Answer search(Call call) throws SQLException {
        IntentQuery query = IntentQuery.all().limit(MemoryEstimates.limit(call));
        Optional<String> status = call.query("status");
        query = status.isPresent() ? query.status(status(status.get())) : query;
        Optional<String> target = call.query("target");
        query = target.isPresent() ? query.target(target.get()) : query;
        Optional<String> cursor = call.query("cursor");
        query = cursor.isPresent() ? query.after(cursor.get()) : query;
        Optional<Instant> from = Instants.query(call, "from");
        Optional<Instant> to = Instants.query(call, "to");
        if (from.isPresent() || to.isPresent()) {
            query = query.between(from.orElse(Instant.EPOCH), to.orElse(Instant.parse("9990-01-01T00:00:00Z")));
        }
        try {
            IntentPage page = submissions.search(query);
            return Answer.json(new Views.Page<>(
                    page.items().stream()
                            .filter(intent -> call.scope().allows(Kind.TARGET, intent.submissionTarget()))
                            .toList(),
                    page.nextCursor()));
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(e.getMessage());
        }
    }

    private static IntentStatus status(String label) {
        for (IntentStatus status : IntentStatus.values()) {
            if (status.label().equals(label)) {
                return status;
            }
        }
        throw Problem.invalid("status is '" + label + "': use pending, accepted, rejected, exhausted or cancelled");
    }

    private Answer cancel(Call call) throws SQLException {
        String id = call.path("id");
        if (!call.scope().isWhole()) { // the target of an intent never changes
            inScope(call, submissions.get(id).orElseThrow(() -> unknown(id)));
        }
        Note note = operators.note(call, "intent.cancel", id, "cancelled");
        Cancellation answer = submissions.cancel(id, call.caller().name(), note);
        if (answer instanceof Cancellation.NotFound) {
            throw unknown(id);
        }
        if (answer instanceof Cancellation.AlreadyOver over) {
            throw Problem.conflict(
                    "already_over",
                    "intent '" + id + "' has ended as " + over.intent().status().label());
        }
        note.log();
        return Answer.json(((Cancellation.Cancelled) answer).intent());
    }
}
