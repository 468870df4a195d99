package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.server.crypto.Secrets;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Two clusters in one database: what keeps them apart, and what does not. */
class TwoClustersTest {

    private static final String TOKEN = "a-token-that-is-long-enough-for-anybody";
    private static final String[] ROLES = {
        "submission-manager-executor", "scheduler", "metrics-aggregator", "log-compactor"
    };

    /** Settings besides where the tables are; the alert says whose it is. */
    private static String settings(String tables, String name) {
        return tables + """

                [[alerts]]
                name = 'of_NAME'
                condition = 'sum(baton_leader_is_leader) < 0'
                [[security.tokens]]
                name = 'somebody'
                role = 'admin'
                sha256 = 'HASH'
                """.replace("NAME", name).replace("HASH", Secrets.sha256(TOKEN));
    }

    @Test
    void schemasKeepEverythingApart() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh()) {
            execute(database, "CREATE SCHEMA one");
            execute(database, "CREATE SCHEMA two");
            keepApart(database, "database.schema = 'one'", "database.schema = 'two'");
            Set<String> tables = tables(database);
            assertThat(tables).allMatch(table -> table.startsWith("one.") || table.startsWith("two."));
            assertThat(of(tables, "one.")).isEqualTo(of(tables, "two.")).contains("submission_intents", "baton_jobs");
        }
    }

    /** One of them is in the database that the connections are to, where the other must not look for what it has. */
    @Test
    void soDoDatabasesOfOneMariaDb() throws Exception {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        String other = "other_" + UUID.randomUUID().toString().replace("-", "");
        execute(database, "CREATE DATABASE " + other);
        try {
            keepApart(database, "", "database.schema = '" + other + "'");
        } finally {
            execute(database, "DROP DATABASE " + other);
        }
    }

    @Test
    void prefixesKeepEverythingApart() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh()) {
            prefixes(database);
        }
        prefixes(H2Database.fresh());
    }

    @Test
    void prefixesKeepEverythingApartOnMariaDb() throws Exception {
        prefixes(MariaDbDatabase.fresh());
    }

    private static void prefixes(TestDatabase database) throws Exception {
        keepApart(database, "database.table_prefix = 'one_'", "database.table_prefix = 'two_'");
        Set<String> names =
                tables(database).stream().map(table -> table.split("\\.")[1]).collect(Collectors.toSet());
        assertThat(names).allMatch(table -> table.startsWith("one_") || table.startsWith("two_"));
        assertThat(of(names, "one_")).isEqualTo(of(names, "two_")).contains("submission_intents", "jobs");
    }

    private static Set<String> of(Set<String> tables, String beginning) {
        return tables.stream()
                .filter(table -> table.startsWith(beginning))
                .map(table -> table.substring(beginning.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void keepApart(TestDatabase database, String here, String there) throws Exception {
        try (TestNode one = new TestNode(settings(here, "one"), database.url());
                TestNode two = new TestNode(settings(there, "two"), database.url())) {
            roles(one, two);
            intents(one, two);
            jobs(one, two);
            alerts(one, two);
            auditAndSessions(one, two);
        }
    }

    /** Each has its own leaders, at the same time. */
    private static void roles(TestNode one, TestNode two) {
        for (TestNode node : new TestNode[] {one, two}) {
            await().atMost(TestPatience.LONGEST_WAIT).untilAsserted(() -> {
                String ready = node.get("/readyz").body();
                assertThat(ROLES).allSatisfy(role -> assertThat(ready).contains("role=" + role + " mode=leader"));
            });
        }
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> items(one, "/v1/nodes").size() == 1
                        && items(two, "/v1/nodes").size() == 1);
    }

    private static void intents(TestNode one, TestNode two) throws Exception {
        String intent = "{\"intentId\": \"same\", \"submissionTarget\": \"sample\", \"payload\": {\"of\": \"NAME\"}}";
        assertThat(post(one, "/v1/intents?waitSeconds=30", intent.replace("NAME", "one"))
                        .status())
                .isEqualTo(200);
        assertThat(items(two, "/v1/intents").size()).isZero();
        assertThat(post(two, "/v1/intents?waitSeconds=30", intent.replace("NAME", "two"))
                        .status())
                .as("the same id with another payload, which one cluster would refuse")
                .isEqualTo(200);
    }

    private static void jobs(TestNode one, TestNode two) throws Exception {
        String job = "{\"job\": \"sample\", \"uniqueKey\": \"same\", \"runAt\": \"2199-01-01T00:00:00Z\"}";
        String first = post(one, "/v1/jobs", job).json().path("id").asString();
        assertThat(get(two, "/v1/jobs/" + first).status()).isEqualTo(404);
        assertThat(post(two, "/v1/jobs", job).json().path("id").asString()).isNotEqualTo(first);
        post(one, "/v1/queues/default/pause", "");
        assertThat(get(two, "/v1/queues").body()).doesNotContain("\"paused\":true");
        post(one, "/v1/queues/default/resume", "");
        for (TestNode node : new TestNode[] {one, two}) {
            String run = post(node, "/v1/jobs", "{\"job\": \"sample\", \"payload\": {\"delayMillis\": 1}}")
                    .json()
                    .path("id")
                    .asString();
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> get(node, "/v1/jobs/" + run)
                            .json()
                            .path("job")
                            .path("status")
                            .asString()
                            .equals("completed"));
        }
    }

    private static void alerts(TestNode one, TestNode two) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .untilAsserted(() -> assertThat(get(one, "/v1/alerts").body())
                        .contains("of_one")
                        .doesNotContain("of_two"));
        await().atMost(TestPatience.LONGEST_WAIT)
                .untilAsserted(() -> assertThat(get(two, "/v1/alerts").body())
                        .contains("of_two")
                        .doesNotContain("of_one"));
    }

    private static void auditAndSessions(TestNode one, TestNode two) throws Exception {
        TestNode.Reply signedIn = post(one, "/v1/session", "{\"token\": \"" + TOKEN + "\"}");
        assertThat(signedIn.status()).isEqualTo(200);
        String cookie = signedIn.response()
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow()
                .split(";")[0];
        assertThat(session(one, cookie).path("name").asString()).isEqualTo("somebody");
        assertThat(session(two, cookie).path("name").asString()).isNotEqualTo("somebody");
        assertThat(items(one, "/v1/audit").findValuesAsString("action")).contains("queue.pause");
        assertThat(items(two, "/v1/audit").findValuesAsString("action")).doesNotContain("queue.pause");
    }

    private static JsonNode session(TestNode node, String cookie) throws Exception {
        return node.send(node.request("/v1/session").header("Cookie", cookie)).json();
    }

    private static TestNode.Reply get(TestNode node, String path) throws Exception {
        return node.send(node.request(path).header("Authorization", "Bearer " + TOKEN));
    }

    private static TestNode.Reply post(TestNode node, String path, String body) throws Exception {
        return node.send(node.request(path)
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private static JsonNode items(TestNode node, String path) throws Exception {
        return get(node, path).json().path("items");
    }

    /** It is a part of the names of locks, and of nothing else. */
    @Test
    void aNamespaceAloneKeepsNothingApart() throws Exception {
        H2Database database = H2Database.fresh();
        try (TestNode one = new TestNode("election.namespace = 'one'", database.url())) {
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> one.get("/readyz").body().contains("role=scheduler mode=leader"));
            try (TestNode two = new TestNode("election.namespace = 'two'", database.url())) {
                one.post("/v1/intents", "{\"intentId\": \"i\", \"submissionTarget\": \"sample\"}");
                assertThat(two.get("/v1/intents/i").status()).isEqualTo(200);
                assertThat(two.get("/v1/leaders/scheduler")
                                .json()
                                .path("holderId")
                                .asString())
                        .isEqualTo(one.node().baton().holderId());
            }
        }
    }

    /** One cluster, spelled in two ways: nobody leads beside the other, and who comes later goes on with the work. */
    @Test
    void aSchemaThatIsSpelledOutIsTheSameCluster() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                TestNode two = spelledOut(database)) {
            assertThat(get(two, "/v1/intents/i").status()).isEqualTo(200);
            await().atMost(TestPatience.LONGEST_WAIT).untilAsserted(() -> {
                String ready = two.get("/readyz").body();
                assertThat(ROLES).allSatisfy(role -> assertThat(ready).contains("role=" + role + " mode=leader"));
            });
        }
    }

    private static TestNode spelledOut(PostgresDatabase database) throws Exception {
        try (TestNode one = new TestNode(settings("", "one"), database.url())) {
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> one.get("/readyz").body().contains("role=scheduler mode=leader"));
            TestNode two = new TestNode(settings("database.schema = 'public'", "one"), database.url());
            post(one, "/v1/intents", "{\"intentId\": \"i\", \"submissionTarget\": \"sample\"}");
            assertThat(get(two, "/v1/leaders/scheduler").json().path("holderId").asString())
                    .isEqualTo(one.node().baton().holderId());
            return two;
        }
    }

    private static void execute(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Every table of ours or anybody's, with its schema. */
    private static Set<String> tables(TestDatabase database) throws SQLException {
        Set<String> tables = new TreeSet<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT table_schema, table_name FROM information_schema.tables"
                        + " WHERE table_type LIKE 'BASE%' AND "
                        + (database.dialect().equals("mariadb")
                                ? "table_schema = DATABASE()"
                                : "table_schema NOT IN ('INFORMATION_SCHEMA', 'information_schema', 'pg_catalog')"))) {
            while (rows.next()) {
                tables.add((rows.getString(1) + "." + rows.getString(2)).toLowerCase(Locale.ROOT));
            }
        }
        return tables;
    }
}
