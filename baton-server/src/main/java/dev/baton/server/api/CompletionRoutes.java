package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.store.Completions;
import dev.baton.server.store.Completions.Outcome;
import dev.baton.server.store.Completions.Run;
import dev.baton.server.store.Completions.Said;
import dev.baton.support.Texts;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where callees of HTTP jobs say how a run ended that they answered with 202. Open: the secret of the run is the proof. */
final class CompletionRoutes {

    static final String SECRET = "Baton-Completion-Secret";

    private static final int LONGEST = 1_000;

    private final Completions completions;

    CompletionRoutes(Completions completions) {
        this.completions = completions;
    }

    List<Route> routes() {
        return List.of(Route.post("/v1/jobs/{id}/runs/{claim}/completion", Access.OPEN, this::complete));
    }

    private Answer complete(Call call) throws SQLException {
        Run run = new Run(JobRoutes.id(call), RunRoutes.claim(call));
        String secret = call.header(SECRET).orElseThrow(() -> Problem.invalid("the header " + SECRET + " is missing"));
        JsonObject body = call.jsonOrEmpty("outcome", "message");
        Said said = new Said(
                outcome(body.optionalText("outcome").orElse("completed")),
                shortened(body.optionalText("message").orElse("")));
        return switch (completions.receiveEnd(run, secret, said)) {
            case TAKEN -> Answer.json(Map.of("outcome", said.outcome().name().toLowerCase(Locale.ROOT)));
            case TOO_LATE ->
                throw Problem.conflict(
                        "too_late", "this run has ended, or something else was said of it: nothing was changed");
            case UNKNOWN ->
                throw new Problem(
                        403, "unknown_claim", "there is no run with that claim and secret that could be completed");
        };
    }

    private static String shortened(String text) {
        return Texts.cut(text, LONGEST).replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}]", " ");
    }

    private static Outcome outcome(String text) {
        for (Outcome outcome : Outcome.values()) {
            if (outcome.name().toLowerCase(Locale.ROOT).equals(text)) {
                return outcome;
            }
        }
        throw Problem.invalid("outcome is '" + text + "': use completed, failed or final");
    }
}
