package dev.baton.server.security;

import dev.baton.server.config.ConfigException;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.SecurityConfig;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Access;
import dev.baton.server.http.Caller;
import dev.baton.server.http.Client;
import dev.baton.server.http.Gatekeeper;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.TrustedProxies;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;

/**
 * The access rules. Where tokens are configured every request needs one, as a bearer or as a cookie with proof that the page
 * itself sends it. Where none are, which is allowed on loopback only, whoever asks from this machine may do everything: what
 * a browser could be tricked into is refused by its Host, Origin and content type, and what a proxy passed on is not local.
 */
public final class AccessControl implements Gatekeeper {

    /** The cookie that holds a token. */
    public static final String COOKIE = "baton_token";

    /** The header that proves that a page of ours sends a request. */
    public static final String CSRF = "X-CSRF-Token";

    private static final double FAILURES_PER_SECOND = 0.2;
    private static final int FAILURES_AT_ONCE = 10;

    private final Tokens tokens;
    private final TrustedProxies proxies;
    private final Set<String> hosts;
    private final Optional<RateLimit> rate;
    private final RateLimit failures = new RateLimit(FAILURES_PER_SECOND, FAILURES_AT_ONCE);

    private AccessControl(SecurityConfig security, Set<String> hosts) {
        this.tokens = new Tokens(security.tokens());
        this.proxies = security.proxies();
        this.hosts = hosts;
        int most = security.requestsPerSecond();
        this.rate = most == 0 ? Optional.empty() : Optional.of(new RateLimit(most, Math.max(most, 10)));
    }

    /**
     * The rules for a configuration.
     *
     * @throws ConfigException if it would leave a door open
     */
    public static AccessControl of(Configuration configuration) {
        String bind = configuration.server().bind();
        SecurityConfig security = configuration.security();
        boolean loopback = isLoopback(bind);
        if (!loopback && security.tokens().isEmpty()) {
            throw new ConfigException("server.bind is '" + bind + "', beyond loopback, and security.tokens is empty:"
                    + " anybody could do anything; configure [[security.tokens]] or bind to 127.0.0.1");
        }
        if (!loopback && security.tls().isEmpty() && !security.plainHttp()) {
            throw new ConfigException("server.bind is '" + bind + "', beyond loopback, without TLS: set"
                    + " security.tls_key_store, or security.plain_http = true behind a proxy that has it");
        }
        Set<String> hosts = new HashSet<>(List.of("localhost", "127.0.0.1", "[::1]", bind.toLowerCase(Locale.ROOT)));
        security.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        return new AccessControl(security, hosts);
    }

    private static boolean isLoopback(String bind) {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new ConfigException("server.bind is '" + bind + "': there is no such address on this machine", e);
        }
    }

    /** Whose word is taken on where requests come from. */
    public TrustedProxies proxies() {
        return proxies;
    }

    @Override
    public Caller checkAccess(Request request, Client client, Route route) {
        Caller caller = caller(request, route, client);
        if (!route.access().equals(Access.OPEN)) {
            slowDown(caller, client);
        }
        if (!caller.access().includes(route.access())) {
            throw caller.equals(Caller.NOBODY)
                    ? new Problem(401, "unauthenticated", "a token is needed: send Authorization: Bearer ...")
                    : new Problem(
                            403,
                            "forbidden",
                            caller.name() + " is a " + caller.access().label() + "; this needs "
                                    + route.access().label());
        }
        if (route.mutates() && request.getLength() != 0) {
            requireJson(request);
        }
        return caller;
    }

    /** Each caller at each address by itself: who has no token uses up nobody else's share. */
    private void slowDown(Caller caller, Client client) {
        if (rate.isPresent() && !rate.get().tryTake(caller.name() + " " + client.network())) {
            throw new Problem(429, "too_many_requests", "this client asks too often: slow down");
        }
    }

    private Caller caller(Request request, Route route, Client client) {
        Optional<String> bearer = bearer(request.getHeaders());
        if (bearer.isPresent()) {
            return tokens.find(bearer.get()).orElseThrow(() -> wrong("bearer", client));
        }
        if (tokens.isEmpty()) {
            return local(request, route, client);
        }
        Optional<String> cookie = cookie(request);
        if (cookie.isEmpty()) {
            return Caller.NOBODY;
        }
        Optional<Caller> found = tokens.find(cookie.get());
        if (found.isPresent()) {
            refuseForgery(request, route, cookie.get());
            return found.get();
        }
        if (route.access() != Access.OPEN) { // to sign in again, an old cookie is no hindrance
            throw wrong("cookie", client);
        }
        return Caller.NOBODY;
    }

    /** Whose token this is, for signing in. */
    public Caller signIn(String token, Client client) {
        return tokens.find(token).orElseThrow(() -> wrong("sign-in", client));
    }

    /**
     * What is wrong is answered ever more slowly, by address and by the way it came. What is right is never refused for it:
     * else whoever guesses would lock out everybody behind the same address. Guessing is hopeless all the same, because
     * tokens are long.
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

    /** A cookie comes along whoever made the browser send the request; the proof does not. */
    private static void refuseForgery(Request request, Route route, String token) {
        if (!route.mutates()) {
            return;
        }
        String proof = request.getHeaders().get(CSRF);
        if (proof == null || !Secrets.equalInConstantTime(proof, Tokens.csrf(token))) {
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
