package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Access;
import dev.baton.server.http.Route;
import dev.baton.server.openid.TestProvider;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every route, every role, every way to present oneself. The routes are the node's own: a new one cannot be forgotten. */
class AccessMatrixTest {

    private static final List<Access> ROLES = List.of(Access.VIEWER, Access.SUBMITTER, Access.OPERATOR, Access.ADMIN);
    private static final Set<Integer> REFUSED = Set.of(401, 403, 429);
    private static final Set<Integer> UNKNOWN = Set.of(401, 429);
    private static final Set<Integer> FORBIDDEN = Set.of(403);

    private static final String BOUNDED = "token-of-somebody-bounded-0123456789";

    /** What names a role or a queue in its path is refused for that; the rest ScopeTest tries with what is really there. */
    private static final Pattern NAMED_IN_PATH = Pattern.compile("\\{(role|queue)}");

    private final List<String> wrong = new ArrayList<>();

    /** A way to present oneself: its headers, and what it is refused with on a route; nothing if it is let in. */
    private record Way(String name, String headers, Verdict verdict) {}

    @FunctionalInterface
    private interface Verdict {
        Set<Integer> on(Route route);
    }

    @Test
    void withTokens() throws Exception {
        StringBuilder toml = new StringBuilder();
        ROLES.forEach(role -> toml.append("[[security.tokens]]\nname = '%1$s'\nrole = '%1$s'\nsha256 = '%2$s'\n"
                .formatted(role.label(), Secrets.sha256(token(role)))));
        toml.append("[[security.tokens]]\nname = 'bounded'\nrole = 'admin'\nqueues = ['q']\nsha256 = '%s'\n"
                .formatted(Secrets.sha256(BOUNDED)));
        try (TestProvider provider = new TestProvider();
                TestNode node = new TestNode(toml + openId(provider))) {
            List<Way> ways = new ArrayList<>(List.of(
                    new Way("nobody", "", AccessMatrixTest::stranger),
                    new Way("passed on", "X-Forwarded-For: 127.0.0.1\r\n", AccessMatrixTest::stranger),
                    new Way("wrong bearer", "Authorization: Bearer wrong-but-long-enough\r\n", route -> UNKNOWN),
                    new Way(
                            "wrong cookie",
                            "Cookie: baton_session=wrong-but-long.enough\r\n",
                            AccessMatrixTest::stranger)));
            for (Access role : ROLES) {
                ways.addAll(waysOf(node, role));
                ways.add(new Way(
                        role.label() + " by JWT",
                        "Authorization: Bearer " + provider.bearer(c -> c.claim("groups", role.label())) + "\r\n",
                        known(role)));
            }
            ways.add(new Way(
                    "a JWT of nobody's group",
                    "Authorization: Bearer " + provider.bearer(c -> c.claim("groups", "x")) + "\r\n",
                    route -> route.access() == Access.OPEN ? Set.of() : FORBIDDEN));
            ways.add(new Way(
                    "a JWT for others",
                    "Authorization: Bearer " + provider.bearer(c -> c.audience("x")) + "\r\n",
                    route -> UNKNOWN));
            ways.add(new Way("bounded", "Authorization: Bearer " + BOUNDED + "\r\n", AccessMatrixTest::bounded));
            tryAll(node, ways);
        }
    }

    private static List<Way> waysOf(TestNode node, Access role) throws Exception {
        Reply session = signIn(node, role);
        String proof = "X-CSRF-Token: " + session.json().path("csrfToken").asString() + "\r\n";
        Verdict known = known(role);
        return List.of(
                new Way(role.label() + " by bearer", "Authorization: Bearer " + token(role) + "\r\n", known),
                new Way(role.label() + " by cookie", cookie(session) + proof, known),
                new Way(
                        role.label() + " by cookie without proof",
                        cookie(signIn(node, role)),
                        route -> route.mutates() ? FORBIDDEN : known.on(route)));
    }

    private static String openId(TestProvider provider) {
        StringBuilder toml = new StringBuilder(
                "[security.openid]\nissuer = '%s'\naudience = 'baton-api'\n".formatted(provider.issuer()));
        ROLES.forEach(role ->
                toml.append("[[security.openid.groups]]\ngroup = '%1$s'\nrole = '%1$s'\n".formatted(role.label())));
        return toml.toString();
    }

    private static Verdict known(Access role) {
        return route -> role.includes(route.access()) ? Set.of() : FORBIDDEN;
    }

    /** One who may do everything, to one queue: a route that has not said what it concerns is closed to him. */
    private static Set<Integer> bounded(Route route) {
        return switch (route.scopeDemand()) {
            case NOTHING -> Set.of();
            case EVERYTHING -> FORBIDDEN;
            case NAMED -> NAMED_IN_PATH.matcher(route.path()).find() ? FORBIDDEN : Set.of();
        };
    }

    private static Reply signIn(TestNode node, Access role) throws Exception {
        return node.post("/v1/session", "{\"token\": \"" + token(role) + "\"}");
    }

    private static String cookie(Reply session) {
        String cookie = session.response().headers().firstValue("Set-Cookie").orElseThrow();
        return "Cookie: " + cookie.substring(0, cookie.indexOf(';')) + "\r\n";
    }

    @Test
    void withoutTokens() throws Exception {
        try (TestNode node = new TestNode("")) {
            tryAll(
                    node,
                    List.of(
                            new Way("local", "", route -> Set.of()),
                            new Way("passed on", "Forwarded: for=127.0.0.1\r\n", AccessMatrixTest::stranger),
                            new Way("another site", "Origin: http://evil.example\r\n", AccessMatrixTest::tricked),
                            new Way("wrong bearer", "Authorization: Bearer wrong-but-long-enough\r\n", r -> UNKNOWN)));
        }
    }

    private static Set<Integer> stranger(Route route) {
        return route.access() == Access.OPEN ? Set.of() : UNKNOWN;
    }

    private static Set<Integer> tricked(Route route) {
        return route.access() == Access.OPEN && !route.mutates() ? Set.of() : FORBIDDEN;
    }

    private static String token(Access role) {
        return "token-of-a-" + role.label() + "-0123456789";
    }

    private void tryAll(TestNode node, List<Way> ways) throws IOException {
        Map<Access, Integer> seen = new EnumMap<>(Access.class);
        List<Route> routes = new ArrayList<>(node.router().routes());
        routes.sort(Comparator.comparing(route -> route.path().equals("/v1/session/end"))); // ends what others use
        for (Route route : routes) {
            seen.merge(route.access(), 1, Integer::sum);
            for (Way way : ways) {
                int status = status(node, route, way);
                Set<Integer> refusal = way.verdict().on(route);
                boolean right =
                        refusal.isEmpty() ? !REFUSED.contains(status) && status < 500 : refusal.contains(status);
                if (!right) {
                    wrong.add(route.method() + " " + route.path() + ", " + way.name() + ": " + status);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen.keySet()).as("there are routes of every kind").containsExactlyInAnyOrder(Access.values());
    }

    /** The first line is enough: some answers never end. */
    private static int status(TestNode node, Route route, Way way) throws IOException {
        String path = route.path().replaceAll("\\{[a-zA-Z]+}", "nothing");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout((int) TestPatience.LONGEST_WAIT.toMillis());
            String length = route.mutates() ? "Content-Length: 0\r\n" : "";
            socket.getOutputStream()
                    .write((route.method() + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + way.headers() + length
                                    + "\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            String line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
            return Integer.parseInt(line.substring(9));
        }
    }
}
