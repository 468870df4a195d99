package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Route;
import dev.baton.server.http.Route.ScopeDemand;
import dev.baton.server.store.AuditLine;
import dev.baton.testkit.TestPatience;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Who is bounded to some queues, targets and roles reaches no other, by any route that names or lists them. */
class ScopeTest {

    private static final String WHOLE = "token-without-bounds-0123456789";
    private static final String BOUNDED = "token-with-bounds-0123456789";
    private static final String INTENT = "{\"intentId\": \"%1$s\", \"submissionTarget\": \"%1$s\"}";
    private static final String JOB = "{\"job\": \"sample\", \"runAt\": \"2199-01-01T00:00:00Z\", \"queue\": \"%1$s\","
            + " \"uniqueKey\": \"%1$s\"}";

    private static final String SETTINGS = """
            [gateways.g]
            type = 'fake'
            [targets.inside]
            gateway = 'g'
            policy = 'one_shot'
            [targets.outside]
            gateway = 'g'
            policy = 'one_shot'
            [[security.tokens]]
            name = 'whole'
            role = 'admin'
            sha256 = '%s'
            [[security.tokens]]
            name = 'bounded'
            role = 'admin'
            sha256 = '%s'
            queues = ['insi*']
            targets = ['inside']
            roles = ['scheduler']
            """.formatted(Secrets.sha256(WHOLE), Secrets.sha256(BOUNDED));

    /** What stands on lists besides what the caller may see. */
    private static final Map<String, String> LISTS = Map.of(
            "/v1/leaders", "log-compactor",
            "/v1/nodes", "log-compactor",
            "/v1/history", "log-compactor",
            "/v1/timeline", "log-compactor",
            "/v1/queues", "outside",
            "/v1/shards", "log-compactor",
            "/v1/jobs", "outside",
            "/v1/dead-letters", "outside",
            "/v1/attempts/by-day", "outside",
            "/v1/intents", "outside");

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private static Reply send(TestNode node, String token, String method, String path, String body) throws Exception {
        HttpRequest.Builder request = node.request(path).header("Authorization", "Bearer " + token);
        if (method.equals("POST")) {
            request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        }
        return node.send(request);
    }

    @Test
    void noRouteReachesWhatIsOutside() throws Exception {
        try (TestNode node = new TestNode(SETTINGS, url)) {
            Map<String, String> inside = Map.of("job", job(node, "inside"), "intent", intent(node, "inside"));
            Map<String, String> outside = Map.of("job", job(node, "outside"), "intent", intent(node, "outside"));
            try (Connection c = DriverManager.getConnection(url);
                    Statement s = c.createStatement()) {
                s.execute("UPDATE baton_jobs SET status = 'dead' WHERE queue = 'outside'");
                s.execute("INSERT INTO submission_history VALUES ('inside', DATE '2026-01-01', 'accepted', 1, 1, 1),"
                        + " ('outside', DATE '2026-01-01', 'accepted', 1, 1, 1)");
                s.execute("INSERT INTO baton_shard_groups VALUES"
                        + " ('log-compactor', 1, 1, 1, 'active', 0, 0, '', CURRENT_TIMESTAMP)");
            }
            send(node, WHOLE, "POST", "/v1/queues/outside/pause", "");
            Awaitility.await()
                    .atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> send(node, WHOLE, "GET", "/v1/leaders", "")
                                    .body()
                                    .contains("log-compactor")
                            && send(node, WHOLE, "GET", "/v1/nodes", "").body().contains("log-compactor"));
            List<Route> named = node.router().routes().stream()
                    .filter(route -> route.scopeDemand() == ScopeDemand.NAMED)
                    .toList();
            assertThat(named).hasSizeGreaterThan(25);
            for (Route route : named) {
                if (route.path().contains("{")) {
                    refuses(node, route, path(route, outside, "outside", "log-compactor"), "{}");
                    allows(node, route, path(route, inside, "inside", "scheduler"));
                } else if (route.mutates()) {
                    handsIn(node, route);
                } else {
                    lists(node, route);
                }
            }
        }
    }

    /** The other tests take a route's own word for what it concerns: this one does not. */
    @Test
    void whatNeedsATokenConcernsSomethingAndEverythingUnlessItSaysLess() throws Exception {
        try (TestNode node = new TestNode("")) {
            assertThat(node.router().routes())
                    .filteredOn(route -> route.access() != Access.OPEN && route.scopeDemand() == ScopeDemand.NOTHING)
                    .extracting(route -> route.method() + " " + route.path())
                    .containsExactly("GET /v1/session");
            assertThat(node.router().routes())
                    .filteredOn(route -> route.scopeDemand() == ScopeDemand.EVERYTHING)
                    .extracting(Route::path)
                    .contains("/v1/audit", "/metrics", "/v1/recurring", "/v1/jobs:bulk", "/v1/events");
        }
        assertThat(Route.get("/new", Access.VIEWER, call -> Answer.empty(200)).scopeDemand())
                .isEqualTo(ScopeDemand.EVERYTHING);
    }

    private static String job(TestNode node, String queue) throws Exception {
        return send(node, WHOLE, "POST", "/v1/jobs", JOB.formatted(queue))
                .json()
                .path("id")
                .asString();
    }

    private static String intent(TestNode node, String target) throws Exception {
        assertThat(send(node, WHOLE, "POST", "/v1/intents?waitSeconds=30", INTENT.formatted(target))
                        .status())
                .isEqualTo(200);
        return target;
    }

    private static String path(Route route, Map<String, String> ids, String queue, String role) {
        String id = route.path().startsWith("/v1/intents") ? ids.get("intent") : ids.get("job");
        return route.path().replace("{id}", id).replace("{queue}", queue).replace("{role}", role);
    }

    private static void refuses(TestNode node, Route route, String path, String body) throws Exception {
        for (int i = 0; i < 2; i++) { // the second time an answer may be one that was kept
            Reply reply = send(node, BOUNDED, route.method(), path, body);
            assertThat(reply.status()).as(route.method() + " " + path).isEqualTo(403);
            assertThat(reply.code()).isEqualTo("out_of_scope");
            send(node, WHOLE, "GET", "/v1/intents/outside", "");
        }
    }

    private static void allows(TestNode node, Route route, String path) throws Exception {
        assertThat(send(node, BOUNDED, route.method(), path, "{}").status())
                .as(route.method() + " " + path)
                .isNotIn(401, 403, 500);
    }

    private static void handsIn(TestNode node, Route route) throws Exception {
        switch (route.path()) {
            case "/v1/jobs" -> {
                refuses(node, route, route.path(), JOB.formatted("elsewhere"));
                refuses(node, route, route.path(), "{\"job\": \"sample\"}"); // in queue default
                String shared = "{\"job\": \"sample\", \"queue\": \"inside\", \"uniqueKey\": \"outside\"}";
                Reply taken = send(node, BOUNDED, "POST", route.path(), shared);
                assertThat(taken.status()).isEqualTo(409);
                assertThat(taken.body()).contains("unique_key_taken").doesNotContain("'outside'", "queue");
            }
            case "/v1/intents" -> refuses(node, route, route.path(), INTENT.formatted("outside"));
            case "/v1/intents:batch" -> {
                String both = "{\"intents\": [" + INTENT.formatted("inside") + "," + INTENT.formatted("outside") + "]}";
                var results =
                        send(node, BOUNDED, "POST", route.path(), both).json().path("results");
                assertThat(results.get(0).has("intent")).isTrue();
                assertThat(results.get(1).path("error").path("code").asString()).isEqualTo("out_of_scope");
            }
            default -> throw new AssertionError("what can be handed in at " + route.path() + "? Try it here");
        }
    }

    private static void lists(TestNode node, Route route) throws Exception {
        String other = LISTS.get(route.path());
        assertThat(other).as("what does " + route.path() + " list? Try it here").isNotNull();
        assertThat(send(node, WHOLE, "GET", route.path(), "").body())
                .as(route.path())
                .contains(other);
        Reply reply = send(node, BOUNDED, "GET", route.path(), "");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).as(route.path()).doesNotContain(other);
    }

    @Test
    void aJobThatIsGoneIsForThoseWhoReachItsQueueAndAnOldOneForThoseWhoReachAll() throws Exception {
        String run = "{\"job\": \"sample\", \"queue\": \"%s\", \"payload\": {\"delayMillis\": 1}}";
        try (TestNode node = new TestNode(SETTINGS, url);
                Connection c = DriverManager.getConnection(url);
                Statement s = c.createStatement()) {
            Reply stored = send(node, BOUNDED, "POST", "/v1/jobs", run.formatted("inside"));
            assertThat(stored.status()).isEqualTo(200);
            String path = "/v1/jobs/" + stored.json().path("id").asString();
            Awaitility.await()
                    .atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> s.executeQuery("SELECT 1 FROM baton_job_runs WHERE job_name = 'sample'")
                            .next());
            s.executeUpdate("DELETE FROM baton_jobs WHERE job_name = 'sample'");
            Reply shown = send(node, WHOLE, "GET", path, "");
            assertThat(shown.status()).isEqualTo(200);
            assertThat(shown.json().path("job").path("status").asString()).isEqualTo("completed");
            assertThat(send(node, WHOLE, "POST", path + "/cancel", "").code()).isEqualTo("not_possible");
            Reply own = send(node, BOUNDED, "GET", path, "");
            assertThat(own.status()).as("its run says for which queue it was").isEqualTo(200);
            assertThat(own.json().path("job").path("queue").asString()).isEqualTo("inside");
            assertThat(send(node, BOUNDED, "POST", path + "/cancel", "").code()).isEqualTo("not_possible");
            s.executeUpdate("UPDATE baton_job_runs SET queue = 'outside'");
            assertThat(send(node, BOUNDED, "GET", path, "").body()).contains("out_of_scope", "queue 'outside'");
            s.executeUpdate("UPDATE baton_job_runs SET queue = NULL"); // as an older program has left it
            for (String method : List.of("GET", "POST")) {
                Reply refused = send(node, BOUNDED, method, path + (method.equals("GET") ? "" : "/cancel"), "");
                assertThat(refused.status()).isEqualTo(403);
                assertThat(refused.body()).contains("out_of_scope", "has ended").doesNotContain("null");
            }
            send(node, BOUNDED, "POST", "/v1/queues/outside/pause", "");
        }
        try (TestNode later = new TestNode(SETTINGS, url)) {
            assertThat(later.node().audit().latest(100))
                    .as("refusals by scope are on record, with a name")
                    .extracting(AuditLine::actor, AuditLine::action, AuditLine::subject)
                    .contains(
                            tuple("bounded", "access.refuse", "GET /v1/jobs/{id}"),
                            tuple("bounded", "access.refuse", "POST /v1/queues/{queue}/pause"));
        }
    }

    @Test
    void whoOperatesAPartAndViewsAllOperatesThatPartAlone() throws Exception {
        try (var provider = new dev.baton.server.openid.TestProvider();
                TestNode node = new TestNode("""
                        [security.openid]
                        issuer = '%s'
                        audience = 'baton-api'
                        [[security.openid.groups]]
                        group = 'operators'
                        role = 'operator'
                        queues = ['mine']
                        [[security.openid.groups]]
                        group = 'others'
                        role = 'viewer'
                        """.formatted(provider.issuer()), url)) {
            String bearer = provider.bearer(claims -> claims);
            assertThat(send(node, bearer, "GET", "/metrics", "").status()).isEqualTo(200);
            assertThat(send(node, bearer, "POST", "/v1/queues/mine/pause", "").status())
                    .isEqualTo(200);
            assertThat(send(node, bearer, "POST", "/v1/queues/others/pause", "").code())
                    .isEqualTo("out_of_scope");
        }
    }
}
