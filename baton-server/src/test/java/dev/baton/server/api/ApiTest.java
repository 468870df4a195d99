package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Campaign;
import dev.baton.micrometer.Metric;
import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.http.Json;
import dev.baton.server.http.Route;
import dev.baton.testkit.TestPatience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ApiTest {

    private static TestNode node;

    @BeforeAll
    static void start() throws Exception {
        node = new TestNode("""
            [gateways.good]
            type = "fake"
            [gateways.slow]
            type = "fake"
            delay = "60s"
            [targets.good]
            gateway = "good"
            policy = "one_shot"
            [targets.slow]
            gateway = "slow"
            policy = "max_attempts"
            max_attempts = 3
            """);
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.node().submissions().campaign().gate().isLeader());
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    private static String intent(String id, String target) {
        return "{\"intentId\": \"" + id + "\", \"submissionTarget\": \"" + target + "\"}";
    }

    @Test
    void anIntentIsAcceptedOnceAndFoundByAnyId() throws Exception {
        Reply first = node.post("/v1/intents?waitSeconds=30", intent("a/b ä%", "good"));
        Reply again = node.post("/v1/intents", intent("a/b ä%", "good"));
        Reply other = node.post("/v1/intents", intent("a/b ä%", "slow"));

        assertThat(first.json().path("status").asString()).isEqualTo("accepted");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("createdAt")).isEqualTo(first.json().path("createdAt"));
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("idempotency_conflict");
        assertThat(node.get("/v1/intents/a%2Fb%20%C3%A4%25")
                        .json()
                        .path("intentId")
                        .asString())
                .isEqualTo("a/b ä%");
        JsonNode history = node.get("/v1/intents/a%2Fb%20%C3%A4%25/history").json();
        assertThat(history.path("attempts").size()).isEqualTo(1);
        assertThat(history.path("attempts").get(0).path("leaseEpoch").asLong()).isPositive();
        assertThat(history.path("attempts").get(0).path("holderId").asString())
                .isEqualTo(node.node().baton().holderId());
    }

    @Test
    void aBatchAnswersForEachInOrder() throws Exception {
        Reply reply = node.post(
                "/v1/intents:batch",
                "{\"intents\": [" + intent("b1", "good") + ", " + intent("b2", "nowhere") + ", 7, "
                        + intent("b3", "good") + "]}");

        JsonNode results = reply.json().path("results");
        assertThat(results.size()).isEqualTo(4);
        assertThat(results.get(0).path("intent").path("intentId").asString()).isEqualTo("b1");
        assertThat(results.get(1).path("error").path("code").asString()).isEqualTo("invalid_request");
        assertThat(results.get(2).path("error").path("code").asString()).isEqualTo("invalid_request");
        assertThat(results.get(3).path("intent").path("intentId").asString()).isEqualTo("b3");
    }

    /** No number in memory is {@code 10.00}, or has as many digits as these. */
    @Test
    void aPayloadIsStoredAsItCame() throws Exception {
        String payload = "{ \"a\":10.00,\n\"b\": [12345678901234.123456, 1e400], \"c\":\"}\\\"\\u0041\" }";
        String other = payload.replace("10.00", "10.0");

        Reply first = node.post("/v1/intents", withPayload("raw-1", payload));
        Reply again = node.post("/v1/intents", withPayload("raw-1", payload));
        Reply another = node.post("/v1/intents", withPayload("raw-1", other));
        node.post(
                "/v1/intents:batch",
                "{\"intents\": [" + intent("raw-2", "slow") + " ,7, " + withPayload("raw-3", payload) + "]}");

        assertThat(first.status()).isEqualTo(200);
        assertThat(again.status()).isEqualTo(200);
        assertThat(another.code()).isEqualTo("idempotency_conflict");
        assertThat(storedPayload("raw-1")).isEqualTo(payload);
        assertThat(storedPayload("raw-2")).isEqualTo("{}");
        assertThat(storedPayload("raw-3")).isEqualTo(payload);
    }

    private static String withPayload(String id, String payload) {
        return "{\"payload\" : " + payload + " , \"intentId\": \"" + id + "\", \"submissionTarget\": \"slow\"}";
    }

    private static String storedPayload(String id) throws Exception {
        try (Connection connection =
                        node.node().baton().database().application().getConnection();
                PreparedStatement read =
                        connection.prepareStatement("SELECT payload FROM submission_intents WHERE intent_id = ?")) {
            read.setString(1, id);
            try (ResultSet row = read.executeQuery()) {
                assertThat(row.next()).as(id).isTrue();
                return new String(row.getBytes(1), StandardCharsets.UTF_8);
            }
        }
    }

    @Test
    void anOperatorsCancelIsAudited() throws Exception {
        node.post("/v1/intents", intent("to-cancel", "slow"));

        Reply cancelled = node.post("/v1/intents/to-cancel/cancel", "");
        Reply twice = node.post("/v1/intents/to-cancel/cancel", "");

        assertThat(cancelled.json().path("status").asString()).isEqualTo("cancelled");
        assertThat(twice.status()).isEqualTo(409);
        assertThat(node.get("/v1/audit").body()).contains("intent.cancel", "to-cancel", "local");
    }

    @Test
    void intentsArePagedAndSearched() throws Exception {
        for (int i = 0; i < 3; i++) {
            node.post("/v1/intents", intent("page-" + i, "slow"));
        }

        JsonNode first = node.get("/v1/intents?target=slow&limit=2").json();
        JsonNode next = node.get("/v1/intents?target=slow&limit=2&cursor="
                        + first.path("nextCursor").asString())
                .json();

        assertThat(first.path("items").size()).isEqualTo(2);
        assertThat(next.path("items").size()).isPositive();
        assertThat(node.get("/v1/intents?from=2999-01-01T00:00:00Z")
                        .json()
                        .path("items")
                        .size())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        POST | /v1/intents                    | {                                            | 400 | invalid_request
        POST | /v1/intents                    | []                                           | 400 | invalid_request
        POST | /v1/intents                    | {"intentId": 1, "submissionTarget": "good"}  | 400 | invalid_request
        POST | /v1/intents                    | {"intentId": "x"}                            | 400 | invalid_request
        POST | /v1/intents                    | {"intentId": "x", "submissionTarget": "no"}  | 400 | invalid_request
        POST | /v1/intents                    | {"intentId": "x", "submissionTarget": "good", "url": 1} | 400 | invalid_request
        POST | /v1/intents                    | {"intentId": "x", "intentId": "y"}           | 400 | invalid_request
        POST | /v1/intents?waitSeconds=-1     | {"intentId": "x", "submissionTarget": "good"} | 400 | invalid_request
        POST | /v1/intents?waitSeconds=soon   | {"intentId": "x", "submissionTarget": "good"} | 400 | invalid_request
        POST | /v1/jobs                       | {"job": "no good name!"}                     | 400 | invalid_request
        POST | /v1/jobs/7/pause               | ''                                           | 400 | invalid_request
        POST | /v1/jobs/00000000-0000-0000-0000-000000000000/pause | ''                      | 404 | not_found
        POST | /v1/leaders/nobody/drain       | ''                                           | 404 | not_found
        GET  | /v1/intents/unknown            | ''                                           | 404 | not_found
        GET  | /v1/intents?status=lost        | ''                                           | 400 | invalid_request
        GET  | /v1/intents?cursor=%21         | ''                                           | 400 | invalid_request
        GET  | /v1/intents?from=yesterday     | ''                                           | 400 | invalid_request
        GET  | /v1/jobs?limit=0               | ''                                           | 400 | invalid_request
        GET  | /v1/jobs?limit=1&limit=2       | ''                                           | 400 | invalid_request
        GET  | /v1/nothing                    | ''                                           | 404 | not_found
        GET  | /../../etc/passwd              | ''                                           | 400 | invalid_request
        DELETE | /v1/intents                  | ''                                           | 405 | method_not_allowed
        """)
    void everyRefusalHasTheOneShape(String method, String path, String body, int status, String code) throws Exception {
        Reply reply = raw(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                + (method.equals("POST")
                        ? "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n"
                        : "")
                + "\r\n" + body);

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(reply.json().path("error").path("message").asString()).isNotEmpty();
    }

    /** What a socket says; nothing in between tidies the request up. */
    private static Reply raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return Replies.parse(socket.getInputStream().readAllBytes());
        }
    }

    @Test
    void tooMuchIsRefused() throws Exception {
        String large = "{\"intentId\": \"large\", \"submissionTarget\": \"good\", \"payload\": \"" + "x".repeat(20_000)
                + "\"}";

        assertThat(node.post("/v1/intents", large).status()).isEqualTo(413);
        String announced = "Content-Length: " + 70_000;
        assertThat(raw("POST /v1/intents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" + announced
                                + "\r\n\r\n")
                        .status())
                .isEqualTo(413);
        assertThat(raw("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + "x".repeat(9_000) + "\r\n\r\n")
                        .status())
                .isEqualTo(431);
        assertThat(raw("NONSENSE\r\n\r\n").status()).isEqualTo(400);
    }

    @Test
    void aBodyThatDoesNotComeIsNotWaitedForLong() throws Exception {
        Reply reply = raw("POST /v1/intents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Content-Length: 100\r\n\r\n{");

        assertThat(reply.status()).isEqualTo(408);
    }

    @Test
    void readinessTellsOfEveryRole() throws Exception {
        String text = node.get("/readyz").body();
        Reply json = node.send(node.request("/readyz").header("Accept", "application/json"));

        assertThat(text)
                .containsPattern("role=submission-manager-executor mode=leader node=n1 holder_id=n1-\\S+ lease_epoch=1"
                        + " lease_expires_at=\\S+Z");
        assertThat(json.json().path("roles").size())
                .isEqualTo(node.node().baton().campaigns().size())
                .isEqualTo(4);
        assertThat(node.get("/healthz").body()).isEqualTo("ok\n");
    }

    @Test
    void theOnlyCandidateIsDrainedByForceOnly() throws Exception {
        Reply refused = node.post("/v1/leaders/log-compactor/drain", "");
        Reply forced = node.post("/v1/leaders/log-compactor/drain", "{\"force\": true}");

        assertThat(refused.code()).isEqualTo("only_candidate");
        assertThat(forced.json().path("released").asBoolean()).isTrue();
        assertThat(compactor().standing()).isEqualTo(Campaign.Standing.RESTING);
        assertThat(node.post("/v1/leaders/log-compactor/undrain", "").status()).isEqualTo(200);
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> compactor().gate().isLeader());
        assertThat(node.post("/v1/leaders/scheduler/transfer", "{\"to\": \"nobody\"}")
                        .code())
                .isEqualTo("not_possible");
        assertThat(node.get("/v1/leaders/log-compactor/history").body()).contains("drained");
    }

    private static Campaign compactor() {
        return node.node().baton().campaigns().stream()
                .filter(c -> c.role().equals("log-compactor"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void metricsHaveTheDocumentedNames() throws Exception {
        String metrics = node.get("/metrics").body();

        assertThat(metrics).contains("baton_leader_is_leader{role=\"submission-manager-executor\"} 1.0");
        assertThat(metrics).contains("submission_intents_created_total", "baton_jobs_queue_depth");
        assertThat(Metric.values()).isNotEmpty();
    }

    @Test
    void theDocumentDescribesExactlyTheRoutes() throws Exception {
        Set<String> documented = new TreeSet<>();
        node.get("/openapi.json")
                .json()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(operation -> documented.add(operation.getKey().toUpperCase(Locale.ROOT) + " "
                                + path.getKey() + " "
                                + operation.getValue().path("x-baton-access").asString())));
        Set<String> routed = new TreeSet<>();
        node.router().routes().stream()
                .filter(route -> !Set.of("/", "/{file}", "/{folder}/{file}").contains(route.path()))
                .forEach(route -> routed.add(described(route)));

        assertThat(documented).isEqualTo(routed);
    }

    private static String described(Route route) {
        return route.method() + " " + route.path() + " " + route.access().label();
    }

    @Test
    void theFeedBeginsWithTheStateAndTellsOfElections() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write("GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            assertThat(after(lines, "event: hello")).contains("\"nodeId\":\"n1\"");
            assertThat(after(lines, "event: state")).contains("\"leaders\"", "\"nodes\"", "\"database\":\"up\"");
            after(lines, "event: state"); // the first round has set the mark
            node.post("/v1/leaders/metrics-aggregator/drain", "{\"force\": true}");
            assertThat(after(lines, "event: election")).contains("metrics-aggregator");
            node.post("/v1/leaders/metrics-aggregator/undrain", "");
        }
    }

    private static String after(BufferedReader lines, String mark) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals(mark)) {
                return lines.readLine();
            }
        }
        throw new IOException("the feed has ended");
    }

    @Test
    void pagesCannotLeadElsewhere() throws Exception {
        assertThat(node.get("/").response().headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
        for (String path :
                Arrays.asList("/..%2F..%2Fapi%2Fopenapi.json", "/%2e%2e/api", "/index.html%00", "/.hidden")) {
            assertThat(node.get(path).status()).as(path).isIn(400, 404);
        }
        assertThat(Json.tree(node.get("/").status()).asInt()).isEqualTo(200);
    }
}
