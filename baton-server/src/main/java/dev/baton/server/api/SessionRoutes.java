package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.security.AccessControl;
import dev.baton.server.security.Tokens;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code /v1/session}: how the dashboard signs in. */
final class SessionRoutes {

    private static final long SECONDS = 12 * 3600;
    private static final Pattern COOKIE_SAFE = Pattern.compile("[A-Za-z0-9._~+/=-]{1,512}");

    private final AccessControl access;

    SessionRoutes(AccessControl access) {
        this.access = access;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/session", Access.VIEWER, this::show),
                Route.post("/v1/session", Access.OPEN, this::signIn),
                Route.post(
                        "/v1/session/end",
                        Access.OPEN,
                        call -> Answer.json(Map.of("signedIn", false)).header("Set-Cookie", cookie(call, "", 0))));
    }

    private Answer show(Call call) {
        return Answer.json(described(call.caller(), call.cookie(AccessControl.COOKIE)));
    }

    private Answer signIn(Call call) {
        String token = call.json("token").text("token");
        Caller caller = access.signIn(token, call.client());
        if (!COOKIE_SAFE.matcher(token).matches()) {
            throw Problem.invalid("this token holds characters that a cookie cannot: use it as a bearer");
        }
        return Answer.json(described(caller, Optional.of(token))).header("Set-Cookie", cookie(call, token, SECONDS));
    }

    private static Map<String, Object> described(Caller caller, Optional<String> token) {
        Map<String, Object> session = new LinkedHashMap<>();
        session.put("name", caller.name());
        session.put("role", caller.access().label());
        token.ifPresent(known -> session.put("csrfToken", Tokens.csrf(known)));
        return session;
    }

    private static String cookie(Call call, String value, long seconds) {
        return AccessControl.COOKIE + "=" + value + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" + seconds
                + (call.client().secure() ? "; Secure" : "");
    }
}
