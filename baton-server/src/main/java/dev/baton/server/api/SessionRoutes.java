package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.Route.ScopeDemand;
import dev.baton.server.openid.SignIn;
import dev.baton.server.security.AccessControl;
import dev.baton.server.security.AccessControl.SignedIn;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /v1/session}: how the dashboard signs in. */
final class SessionRoutes {

    private final AccessControl access;
    private final OperatorAudit operators;
    private final Duration longest;

    /** @param longest after which a browser may forget the cookie */
    SessionRoutes(AccessControl access, OperatorAudit operators, Duration longest) {
        this.access = access;
        this.operators = operators;
        this.longest = longest;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/session", Access.VIEWER, this::show).reaching(ScopeDemand.NOTHING),
                Route.post("/v1/session", Access.OPEN, this::signIn),
                Route.post("/v1/session/end", Access.OPEN, this::signOut));
    }

    private Answer show(Call call) {
        return Answer.json(described(call.caller(), call.cookie(AccessControl.COOKIE)));
    }

    private Answer signIn(Call call) throws SQLException {
        SignedIn session = known(call.json("token").text("token"), call);
        operators.signedIn(call, session.caller());
        return withSession(
                Answer.json(described(session.caller(), Optional.of(session.cookie()))), call, session, longest);
    }

    private SignedIn known(String token, Call call) throws SQLException {
        try {
            return access.signIn(token, call.client());
        } catch (Problem problem) {
            operators.notSignedIn(call, problem);
            throw problem;
        }
    }

    private Answer signOut(Call call) throws SQLException {
        Optional<String> cookie = call.cookie(AccessControl.COOKIE);
        if (cookie.isPresent()) {
            access.signOut(cookie.get());
        }
        Map<String, Object> ended = new LinkedHashMap<>(Map.of("signedIn", false));
        if (cookie.isPresent() && cookie.get().indexOf('.') != cookie.get().lastIndexOf('.')) { // began with a provider
            access.providerSignIn().flatMap(SignIn::signOut).ifPresent(url -> ended.put("provider", url.toString()));
        }
        return Answer.json(ended).header("Set-Cookie", sessionCookie(call, "", 0));
    }

    /** The cookie of somebody who has signed in. */
    static Answer withSession(Answer answer, Call call, SignedIn session, Duration longest) {
        return answer.header("Set-Cookie", sessionCookie(call, session.cookie(), longest.toSeconds()));
    }

    private static Map<String, Object> described(Caller caller, Optional<String> cookie) {
        Map<String, Object> session = new LinkedHashMap<>();
        session.put("name", caller.name());
        session.put("role", caller.access().label());
        if (!caller.scopeFor(Access.VIEWER).isWhole()) {
            session.put("scope", caller.scopeFor(Access.VIEWER));
        }
        cookie.ifPresent(known -> session.put("csrfToken", AccessControl.proof(known)));
        return session;
    }

    private static String sessionCookie(Call call, String value, long seconds) {
        return AccessControl.COOKIE + "=" + value + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" + seconds
                + (call.client().secure() ? "; Secure" : "");
    }
}
