package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Access;
import dev.baton.server.http.Route;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every route, every role, every way to present oneself. The routes are the node's own: a new one cannot be forgotten. */
class AccessMatrixTest {

    private static final List<Access> ROLES = List.of(Access.VIEWER, Access.SUBMITTER, Access.OPERATOR);
    private static final Set<Integer> REFUSED = Set.of(401, 403, 429);
    private static final Set<Integer> UNKNOWN = Set.of(401, 429);
    private static final Set<Integer> FORBIDDEN = Set.of(403);

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
        try (TestNode node = new TestNode(toml.toString())) {
            List<Way> ways = new ArrayList<>(List.of(
                    new Way("nobody", "", AccessMatrixTest::stranger),
                    new Way("passed on", "X-Forwarded-For: 127.0.0.1\r\n", AccessMatrixTest::stranger),
                    new Way("wrong bearer", "Authorization: Bearer wrong-but-long-enough\r\n", route -> UNKNOWN),
                    new Way(
                            "wrong cookie",
                            "Cookie: baton_token=wrong-but-long-enough\r\n",
                            AccessMatrixTest::stranger)));
            for (Access role : ROLES) {
                ways.addAll(waysOf(node, role));
            }
            tryAll(node, ways);
        }
    }

    private static List<Way> waysOf(TestNode node, Access role) throws Exception {
        Reply session = node.post("/v1/session", "{\"token\": \"" + token(role) + "\"}");
        String cookie = session.response().headers().firstValue("Set-Cookie").orElseThrow();
        String header = "Cookie: " + cookie.substring(0, cookie.indexOf(';')) + "\r\n";
        String proof = "X-CSRF-Token: " + session.json().path("csrfToken").asString() + "\r\n";
        Verdict known = route -> role.includes(route.access()) ? Set.of() : FORBIDDEN;
        return List.of(
                new Way(role.label() + " by bearer", "Authorization: Bearer " + token(role) + "\r\n", known),
                new Way(role.label() + " by cookie", header + proof, known),
                new Way(
                        role.label() + " by cookie without proof",
                        header,
                        route -> route.mutates() ? FORBIDDEN : known.on(route)));
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
        for (Route route : node.router().routes()) {
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
