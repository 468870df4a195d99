package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.openid.Person;
import dev.baton.server.openid.SignIn;
import dev.baton.server.openid.SignIn.Begun;
import dev.baton.server.security.AccessControl;
import dev.baton.server.security.AccessControl.SignedIn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** {@code /v1/session/openid}: how people sign in with a provider. They see pages here, not JSON. */
final class OpenIdRoutes {

    private static final String BEGIN = "/v1/session/openid";
    private static final String TICKET = "baton_sign_in";

    private final AccessControl access;
    private final OperatorAudit operators;
    private final Duration longest;

    /** @param longest after which a browser may forget the cookie */
    OpenIdRoutes(AccessControl access, OperatorAudit operators, Duration longest) {
        this.access = access;
        this.operators = operators;
        this.longest = longest;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/session/ways", Access.OPEN, this::ways),
                Route.get(BEGIN, Access.OPEN, this::begin),
                Route.getLater(SignIn.CALLBACK, Access.OPEN, this::complete));
    }

    /** How one can sign in here. */
    private Answer ways(Call call) {
        Map<String, Object> ways = new LinkedHashMap<>();
        ways.put("token", true);
        access.providerSignIn().ifPresent(there -> ways.put("openid", BEGIN));
        return Answer.json(ways);
    }

    private Answer begin(Call call) throws InterruptedException {
        try {
            Begun begun = signIn().begin();
            return Answer.empty(303)
                    .header("Location", begun.provider().toString())
                    .header("Set-Cookie", ticket(call, begun.ticket(), SignIn.LONGEST.toSeconds()));
        } catch (Problem problem) {
            return page(problem);
        }
    }

    private SignIn signIn() {
        return access.providerSignIn()
                .orElseThrow(() -> Problem.notFound("nobody signs in with an OpenID provider here"));
    }

    private CompletionStage<Answer> complete(Call call) throws InterruptedException {
        CompletionStage<Person> person;
        try {
            person = comingBack(call);
        } catch (Problem problem) {
            person = CompletableFuture.failedFuture(problem);
        }
        return person.thenApplyAsync(known -> signedIn(call, known), call.later())
                .exceptionally(error -> refused(call, error))
                .thenApply(answer -> answer.header("Set-Cookie", ticket(call, "", 0))); // it was for this once
    }

    private CompletionStage<Person> comingBack(Call call) throws InterruptedException {
        SignIn signIn = signIn();
        Optional<String> error = call.query("error");
        if (error.isPresent()) {
            throw new Problem(
                    401, "sign_in_failed", "the provider did not sign you in (" + error.get() + "): sign in again");
        }
        return signIn.complete(
                call.cookie(TICKET).orElse(""),
                call.query("state").orElse(""),
                call.query("code").orElse(""));
    }

    private Answer signedIn(Call call, Person person) {
        try {
            SignedIn session = access.signIn(person);
            operators.signedIn(call, session.caller());
            return SessionRoutes.withSession(Answer.empty(303).header("Location", "/"), call, session, longest);
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private Answer refused(Call call, Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        Problem problem = cause instanceof Problem known
                ? known
                : Api.explain(cause).orElseThrow(() -> new CompletionException(cause));
        operators.refused(Caller.NOBODY, call.client(), call.id(), "session.begin", "GET " + SignIn.CALLBACK, problem);
        return page(problem);
    }

    /** For people: what happened and what to do. */
    private static Answer page(Problem problem) {
        String said = problem.getMessage();
        String sentence = Character.toUpperCase(said.charAt(0)) + said.substring(1) + ".";
        String page = String.format(Locale.ROOT, """
                <!doctype html>
                <html lang="en">
                <head><meta charset="utf-8"><title>Baton: not signed in</title>
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <link rel="stylesheet" href="/style.css"></head>
                <body><main><h1>You are not signed in</h1>
                <p>%s</p>
                <p><a href="%s">Sign in again</a> · <a href="/">Back to the dashboard</a></p>
                </main></body></html>
                """, escaped(sentence), BEGIN);
        return Answer.html(problem.status(), page);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Lax, because the provider sends the browser back from another site. */
    private static String ticket(Call call, String value, long seconds) {
        return TICKET + "=" + value + "; Path=" + BEGIN + "; HttpOnly; SameSite=Lax; Max-Age=" + seconds
                + (call.client().secure() ? "; Secure" : "");
    }
}
