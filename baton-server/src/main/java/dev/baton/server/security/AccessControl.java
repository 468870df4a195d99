package dev.baton.server.security;

import dev.baton.server.config.ConfigException;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.SecurityConfig;
import dev.baton.server.config.SecurityConfig.Token;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Access;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Client;
import dev.baton.server.http.Gatekeeper;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.TrustedProxies;
import dev.baton.server.openid.OpenId;
import dev.baton.server.openid.OpenId.SessionBasis;
import dev.baton.server.openid.Person;
import dev.baton.server.openid.SignIn;
import dev.baton.server.security.Sessions.Session;
import dev.baton.server.store.SessionRows;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;

/**
 * The access rules. Where tokens or a provider are configured, every request needs a token of theirs as its bearer, or the
 * cookie of a session that began with such a token; with the cookie also a proof that our own page sends the request. Without
 * any of them the node listens on loopback only, and everybody on this machine may do everything. Host, Origin and content type
 * then refuse what another site could make a browser send, and a request that a proxy passed on does not count as local.
 */
public final class AccessControl implements Gatekeeper, AutoCloseable {

    /** The cookie that holds a session's handle. */
    public static final String COOKIE = "baton_session";

    /** The header that proves that a page of ours sends a request. */
    public static final String CSRF = "X-CSRF-Token";

    private static final double FAILURES_PER_SECOND = 0.2;
    private static final int FAILURES_AT_ONCE = 10;

    private final Tokens tokens;
    private final Optional<OpenId> openId;
    private final Certificates certificates;
    private final Sessions sessions;
    private final TrustedProxies proxies;
    private final Set<String> hosts;
    private final Optional<RateLimit> rate;
    private final RateLimit failures = new RateLimit(FAILURES_PER_SECOND, FAILURES_AT_ONCE);

    private AccessControl(SecurityConfig security, Set<String> hosts, SessionRows rows, InstantSource clock) {
        this.tokens = new Tokens(security.tokens(), clock);
        this.certificates = new Certificates(security.certificates());
        this.openId = security.openId()
                .get()
                .map(first -> OpenId.of(() -> security.openId().get().orElseThrow(), clock));
        this.sessions = new Sessions(tokens, openId, rows, security.sessions());
        this.proxies = security.proxies();
        this.hosts = hosts;
        int most = security.requestsPerSecond();
        this.rate = most == 0 ? Optional.empty() : Optional.of(new RateLimit(most, Math.max(most, 10)));
    }

    /**
     * The rules for a configuration.
     *
     * @param rows the sessions that all nodes share
     * @param clock by which tokens expire
     * @throws ConfigException if it would leave a door open
     */
    public static AccessControl of(Configuration configuration, SessionRows rows, InstantSource clock) {
        check(configuration);
        SecurityConfig security = configuration.security();
        String bind = configuration.server().bind().toLowerCase(Locale.ROOT);
        Set<String> hosts = new HashSet<>(List.of("localhost", "127.0.0.1", "[::1]", bind));
        security.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        return new AccessControl(security, hosts, rows, clock);
    }

    /**
     * Looks whether a configuration keeps strangers out.
     *
     * @throws ConfigException if it would leave a door open
     */
    public static void check(Configuration configuration) {
        String bind = configuration.server().bind();
        SecurityConfig security = configuration.security();
        boolean loopback = isLoopback(bind);
        if (!loopback
                && security.tokens().get().isEmpty()
                && security.openId().get().isEmpty()
                && security.certificates().get().isEmpty()) {
            throw new ConfigException(
                    "server.bind is '" + bind + "', beyond loopback, and security.tokens is empty:"
                            + " anybody could do anything; configure [[security.tokens]] or [security.openid], or bind to 127.0.0.1");
        }
        if (!loopback && security.tls().isEmpty() && !security.plainHttp()) {
            throw new ConfigException("server.bind is '" + bind + "', beyond loopback, without TLS: set"
                    + " security.tls_key_store, or security.plain_http = true behind a proxy that has it");
        }
    }

    private static boolean isLoopback(String bind) {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new ConfigException("server.bind is '" + bind + "': there is no such address on this machine", e);
        }
    }

    /** No longer asks the provider. */
    @Override
    public void close() {
        openId.ifPresent(OpenId::close);
    }

    /** The proxies that are believed when they say which address a request comes from. */
    public TrustedProxies proxies() {
        return proxies;
    }

    @Override
    public Caller checkAccess(Request request, Client client, Route route) throws SQLException {
        Caller caller = caller(request, route, client);
        if (!route.access().equals(Access.OPEN)) {
            slowDown(caller, client);
        }
        refuseUnlessEnough(caller, route);
        if (route.mutates() && request.getLength() != 0) {
            requireJson(request);
        }
        return caller;
    }

    private static void refuseUnlessEnough(Caller caller, Route route) {
        if (!caller.access().includes(route.access())) {
            throw caller.equals(Caller.NOBODY)
                    ? new Problem(401, "unauthenticated", "a token is needed: send Authorization: Bearer ...")
                    : new Problem(
                            403,
                            "forbidden",
                            caller.name() + " is " + caller.access().withArticle() + "; this needs "
                                    + route.access().label());
        }
        if (!isInReach(caller, route)) {
            throw new Problem(
                    403, "out_of_scope", "this concerns everything, and " + caller.name() + " may see a part alone");
        }
    }

    /** Looks at the route alone. Whether the caller may touch the job or queue that a request names, the handler asks its scope. */
    private static boolean isInReach(Caller caller, Route route) {
        return route.scopeDemand() != Route.ScopeDemand.EVERYTHING
                || caller.scopeFor(route.access()).isWhole();
    }

    @Override
    public boolean mayStay(Request request, Route route) throws SQLException {
        Optional<String> bearer = bearer(request.getHeaders());
        if (bearer.isPresent()) {
            return isEnough(bearerOf(bearer.get()), route);
        }
        if (!isNeeded()) {
            return true;
        }
        if (certificates.find(request).isPresent()) {
            return isEnough(certificates.find(request), route);
        }
        Optional<Session> session = cookie(request).flatMap(sessions::find);
        return isEnough(session.map(Session::caller), route) && sessions.isThere(session.orElseThrow());
    }

    private static boolean isEnough(Optional<Caller> caller, Route route) {
        return caller.isPresent() && caller.get().access().includes(route.access()) && isInReach(caller.get(), route);
    }

    /** Whether one has to say who one is. */
    private boolean isNeeded() {
        return openId.isPresent() || certificates.areKnown() || tokens.areNeeded();
    }

    /** A token of ours is looked for first, so that it never waits for the provider. */
    private Optional<Caller> bearerOf(String presented) {
        return tokens.find(presented)
                .map(Tokens::callerOf)
                .or(() -> openId.flatMap(provider -> provider.bearer(presented)));
    }

    /** Rates are counted per caller and address, so that requests without a token use up nobody else's share. */
    private void slowDown(Caller caller, Client client) {
        if (rate.isPresent() && !rate.get().tryTake(caller.name() + " " + client.network())) {
            throw new Problem(429, "too_many_requests", "this client asks too often: slow down");
        }
    }

    private Caller caller(Request request, Route route, Client client) throws SQLException {
        Optional<String> bearer = bearer(request.getHeaders());
        if (bearer.isPresent()) {
            return bearerOf(bearer.get()).orElseThrow(() -> wrong("bearer", client));
        }
        if (!isNeeded()) {
            return local(request, route, client);
        }
        Optional<Caller> certified = certificates.find(request);
        if (certified.isPresent()) {
            refuseOtherSites(request, route);
            return certified.get();
        }
        Optional<String> cookie = cookie(request);
        boolean open = route.access() == Access.OPEN;
        if (cookie.isEmpty() || (open && !route.mutates())) { // everybody may read this: the cookie changes nothing
            return Caller.NOBODY;
        }
        Optional<Session> session = sessions.find(cookie.get());
        if (session.isPresent() && sessions.use(session.get())) {
            refuseForgery(request, route, cookie.get());
            return session.get().caller();
        }
        if (open) { // an expired cookie must not keep anybody from signing in again
            return Caller.NOBODY;
        }
        throw session.isEmpty()
                ? wrong("cookie", client)
                : new Problem(401, "unauthenticated", "this session has ended: sign in again");
    }

    /**
     * Somebody who has signed in.
     *
     * @param cookie that stands for the session from now on
     */
    public record SignedIn(Caller caller, String cookie) {}

    /** Begins a session for whoever has this token. */
    public SignedIn signIn(String presented, Client client) throws SQLException {
        Token token = tokens.find(presented).orElseThrow(() -> wrong("sign-in", client));
        return new SignedIn(Tokens.callerOf(token), sessions.begin(token));
    }

    /** The same for whoever the provider says it is. One who may do nothing here gets no session. */
    public SignedIn signIn(Person person) throws SQLException {
        SessionBasis basis = openId.orElseThrow().sessionBasis(person);
        if (basis.caller().grants().isEmpty()) {
            throw new Problem(
                    403,
                    "in_no_group",
                    "you are known as " + person.name() + ", who is in none of the groups that may use this server:"
                            + " ask whoever runs it");
        }
        return new SignedIn(basis.caller(), sessions.begin(basis));
    }

    /** How people sign in with the provider, if they can. */
    public Optional<SignIn> providerSignIn() {
        return openId.flatMap(OpenId::signIn);
    }

    /** Ends the session of this cookie, on all nodes. */
    public void signOut(String cookie) throws SQLException {
        Optional<Session> session = sessions.find(cookie);
        if (session.isPresent()) {
            sessions.end(session.get());
        }
    }

    /** Ends the sessions of tokens that are no longer valid: whoever has read the configuration again calls this. */
    public void endRevoked() {
        sessions.endRevoked();
    }

    /** What a page must send along with a cookie: derived from it, so that every node knows it. */
    public static String proof(String cookie) {
        return Secrets.hmac(cookie, "baton csrf");
    }

    /**
     * Wrong tokens are answered ever more slowly, counted by address and by the way they came. A right one is never refused for
     * that: otherwise somebody who guesses would lock out everybody behind the same address. Tokens are too long to be guessed
     * all the same.
     */
    private Problem wrong(String kind, Client client) {
        return failures.tryTake(kind + " " + client.network())
                ? new Problem(401, "unauthenticated", "this token is not known")
                : new Problem(429, "too_many_requests", "too many wrong tokens from this address: wait a little");
    }

    private Caller local(Request request, Route route, Client client) {
        if (client.forwarded()) {
            if (route.access() == Access.OPEN) {
                return Caller.NOBODY;
            }
            throw new Problem(
                    401,
                    "unauthenticated",
                    "this request came through a proxy, and nobody is an operator for that: configure"
                            + " [[security.tokens]] and send one");
        }
        refuseStrangers(request, route);
        return Caller.LOCAL;
    }

    private static Optional<String> bearer(HttpFields headers) {
        String authorization = headers.get("Authorization");
        return authorization != null && authorization.regionMatches(true, 0, "Bearer ", 0, 7)
                ? Optional.of(authorization.substring(7).strip())
                : Optional.empty();
    }

    private static Optional<String> cookie(Request request) {
        return Request.getCookies(request).stream()
                .filter(cookie -> cookie.getName().equals(COOKIE))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    /** A browser sends the cookie with every request, also with one that another site caused; only our page sends the proof. */
    private static void refuseForgery(Request request, Route route, String cookie) {
        if (!route.mutates()) {
            return;
        }
        String given = request.getHeaders().get(CSRF);
        if (given == null || !Secrets.equalInConstantTime(given, proof(cookie))) {
            throw new Problem(403, "csrf", "a request with a cookie needs the header " + CSRF);
        }
    }

    /** Without a token, what could come from another site is refused: a rebound name, another origin. */
    private void refuseStrangers(Request request, Route route) {
        if (route.access() == Access.OPEN && !route.mutates()) {
            return;
        }
        String host = request.getHeaders().get("Host");
        if (host == null || !hosts.contains(withoutPort(host))) {
            throw new Problem(
                    403, "host_not_allowed", "this server is not '" + host + "': add the name to security.hosts");
        }
        refuseOtherSites(request, route);
    }

    /** A browser adds certificates, and the right of being on this machine, to requests that other sites cause: those are refused. */
    private static void refuseOtherSites(Request request, Route route) {
        if (route.access() == Access.OPEN && !route.mutates()) {
            return;
        }
        String host = request.getHeaders().get("Host");
        String origin = request.getHeaders().get("Origin");
        if (origin != null && !origin.equals("http://" + host) && !origin.equals("https://" + host)) {
            throw new Problem(403, "origin_not_allowed", "requests from other sites are refused");
        }
        String site = request.getHeaders().get("Sec-Fetch-Site");
        if (route.mutates() && site != null && !Set.of("same-origin", "none").contains(site)) {
            throw new Problem(403, "origin_not_allowed", "requests from other sites are refused");
        }
    }

    private static String withoutPort(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        int colon = lower.lastIndexOf(':');
        return colon > lower.lastIndexOf(']') ? lower.substring(0, colon) : lower;
    }

    private static void requireJson(Request request) {
        String type = request.getHeaders().get("Content-Type");
        if (type == null) {
            if (request.getLength() <= 0 && request.getHeaders().get("Transfer-Encoding") == null) {
                return;
            }
            throw unsupported("nothing");
        }
        String plain = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!plain.equals("application/json")) {
            throw unsupported(type);
        }
    }

    private static Problem unsupported(String type) {
        return new Problem(415, "unsupported_media_type", "the content type is " + type + ": send application/json");
    }
}
