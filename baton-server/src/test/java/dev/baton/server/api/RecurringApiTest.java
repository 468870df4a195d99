package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.store.AuditLine;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Recurring jobs are made, changed and removed at run time, of what the configuration names. */
class RecurringApiTest {

    private static final String CONFIGURED = """
            [jobs.defined.own]
            interval = "1h"
            """;

    @Test
    void oneIsMadeRunsIsChangedAndStaysThroughARestart() throws Exception {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        try (TestNode node = new TestNode(CONFIGURED, url)) {
            JsonNode made = node.post(
                            "/v1/recurring",
                            "{\"job\": \"nightly\", \"handler\": \"sample\", \"interval\": \"1h\","
                                    + " \"payload\": {\"delayMillis\": 1}, \"queue\": \"slow\", \"priority\": 2}")
                    .json();
            assertThat(made.path("intervalMillis").asLong()).isEqualTo(3_600_000);
            assertThat(made.path("queue").asString()).isEqualTo("slow");
            String path = "/v1/jobs/" + made.path("id").asString();
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get(path + "/runs").json().path("items").size() == 1);
            assertThat(node.node().audit().latest(1))
                    .extracting(AuditLine::action)
                    .containsExactly("job.define");

            String cron = "{\"job\": \"nightly\", \"handler\": \"sample\", \"cron\": \"@yearly\", \"timezone\":"
                    + " \"Asia/Tokyo\", \"catchUp\": 0, \"retries\": 3";
            assertThat(node.post("/v1/recurring", cron + "}").code()).isEqualTo("exists");
            JsonNode changed =
                    node.post("/v1/recurring", cron + ", \"replace\": true}").json();
            assertThat(changed.path("id")).isEqualTo(made.path("id"));
            assertThat(changed.path("cron").asString()).isEqualTo("@yearly");
            assertThat(changed.path("intervalMillis").asLong(0)).isZero();
            assertThat(changed.path("queue").asString())
                    .as("all of it is changed")
                    .isEqualTo("default");
            assertThat(changed.path("maxAttempts").asInt()).isEqualTo(4);
        }
        try (TestNode again = new TestNode(CONFIGURED, url)) {
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> again.get("/v1/recurring").body().contains("\"own\""));
            JsonNode kept =
                    again.get("/v1/jobs?job=nightly").json().path("items").path(0);
            assertThat(kept.path("timezone").asString()).isEqualTo("Asia/Tokyo");
            assertThat(again.post("/v1/jobs/" + kept.path("id").asString() + "/remove", "")
                            .status())
                    .isEqualTo(200);
            assertThat(again.get("/v1/recurring").body()).doesNotContain("nightly");
        }
    }

    @Test
    void whatOneRunsIsChangedAndTheRestStays() throws Exception {
        try (TestNode node =
                new TestNode(CONFIGURED + "[jobs.handlers.other]\ntype = 'http'\nurl = 'http://192.0.2.1/'\n")) {
            String path = "/v1/jobs/"
                    + node.post(
                                    "/v1/recurring",
                                    "{\"job\": \"nightly\", \"handler\": \"sample\", \"cron\": \"@yearly\", \"queue\": \"slow\","
                                            + " \"payload\": {\"delayMillis\": 1}}")
                            .json()
                            .path("id")
                            .asString();
            JsonNode changed = node.post(path + "/change", "{\"handler\": \"other\"}")
                    .json()
                    .path("job");
            assertThat(changed.path("handler").asString()).isEqualTo("other");
            assertThat(changed.path("payload").path("delayMillis").asInt())
                    .as("what was not given stays")
                    .isEqualTo(1);
            assertThat(node.post(path + "/change", "{\"payload\": {\"n\": 12345678901234567890}}")
                            .body())
                    .contains(
                            "12345678901234567890",
                            "\"handler\":\"other\"",
                            "\"cron\":\"@yearly\"",
                            "\"queue\":\"slow\"");
            assertThat(node.node().audit().latest(1))
                    .extracting(AuditLine::action)
                    .containsExactly("job.change");

            for (String bad : List.of("{}", "{\"handler\": \"sh\"}", "{\"command\": [\"sh\"]}", "{\"payload\": [}")) {
                assertThat(node.post(path + "/change", bad).status()).as(bad).isEqualTo(400);
            }
            assertThat(node.get(path).json().path("job").path("handler").asString())
                    .isEqualTo("other");
            String once = node.post("/v1/jobs", "{\"job\": \"sample\", \"runAt\": \"2099-01-01T00:00:00Z\"}")
                    .json()
                    .path("id")
                    .asString();
            assertThat(node.post("/v1/jobs/" + once + "/change", "{\"payload\": {}}")
                            .code())
                    .as("of a recurring one alone")
                    .isEqualTo("not_possible");
        }
    }

    @Test
    void amongManyNoneIsReplacedUnasked() throws Exception {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        try (TestNode node = new TestNode(CONFIGURED, url);
                Connection c = DriverManager.getConnection(url);
                Statement s = c.createStatement()) {
            String last = "{\"job\": \"zz\", \"handler\": \"sample\", \"interval\": \"%s\"}";
            assertThat(node.post("/v1/recurring", last.formatted("1h")).status())
                    .isEqualTo(200);
            for (int i = 0; i < 1_001; i++) {
                s.addBatch("INSERT INTO baton_jobs (id, job_name, status, paused, interval_ms) VALUES ('"
                        + UUID.randomUUID() + "', 'many-" + i + "', 'scheduled', TRUE, 3600000)");
            }
            s.executeBatch();
            assertThat(node.post("/v1/recurring", last.formatted("2h")).code()).isEqualTo("exists");
            assertThat(node.get("/v1/jobs?job=zz")
                            .json()
                            .path("items")
                            .path(0)
                            .path("intervalMillis")
                            .asLong())
                    .isEqualTo(3_600_000);
        }
    }

    @Test
    void whatCannotWorkIsRefusedAndNothingIsMade() throws Exception {
        try (TestNode node = new TestNode(CONFIGURED)) {
            for (String bad : List.of(
                    "{}",
                    "{\"job\": \"x\", \"handler\": \"sample\"}",
                    "{\"job\": \"x\", \"handler\": \"sample\", \"interval\": \"1h\", \"cron\": \"@daily\"}",
                    "{\"job\": \"x\", \"handler\": \"sample\", \"cron\": \"61 * * * *\"}",
                    "{\"job\": \"x\", \"handler\": \"sample\", \"interval\": \"1h\", \"retries\": -1}",
                    "{\"job\": \"x\", \"handler\": \"sample\", \"interval\": \"1h\", \"command\": [\"sh\"]}",
                    "{\"job\": \"x\", \"handler\": \"sample\", \"interval\": \"1h\", \"timeout\": \"999999999999d\"}",
                    "{\"job\": \"x\", \"handler\": \"sample\", \"interval\": \"999999999999d\"}",
                    "{\"job\": \"x\", \"handler\": \"sample\", \"delay\": \"99999999d\"}",
                    "{\"job\": \"not a name\", \"handler\": \"sample\", \"interval\": \"1h\"}")) {
                assertThat(node.post("/v1/recurring", bad).status()).as(bad).isEqualTo(400);
            }
            Reply unknown = node.post("/v1/recurring", "{\"job\": \"sh\", \"interval\": \"1h\"}");
            assertThat(unknown.status()).isEqualTo(400);
            assertThat(unknown.body()).contains("nobody handles 'sh': there are sample");
            String own = "{\"job\": \"own\", \"handler\": \"sample\", \"interval\": \"2h\", \"replace\": true}";
            assertThat(node.post("/v1/recurring", own).code()).isEqualTo("configured");
            assertThat(node.get("/v1/jobs?job=x").json().path("items").size()).isZero();
            assertThat(node.get("/v1/handlers").body()).contains("sample");
        }
    }
}
