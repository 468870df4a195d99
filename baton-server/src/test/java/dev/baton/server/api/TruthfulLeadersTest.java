package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.server.TestNode;
import dev.baton.sql.Baton;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.UrlDataSource;
import java.sql.Connection;
import java.sql.Statement;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who leads what, said as it is: just after a change, without an election, and where nobody ever led. */
class TruthfulLeadersTest {

    private static final Pattern COMPACTOR =
            Pattern.compile("role=log-compactor mode=leader node=n1 holder_id=(\\S+) lease_epoch=(\\d+)");

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private static Campaign compactor(TestNode node) {
        return node.node().baton().campaigns().stream()
                .filter(campaign -> campaign.role().equals("log-compactor"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aNewTermIsNeverShownWithTheEpochOfTheOneBefore() throws Exception {
        try (TestNode node = new TestNode("", url)) {
            Campaign compactor = compactor(node);
            for (int term = 0; term < 10; term++) {
                LeaderToken token =
                        compactor.awaitLeadership(TestPatience.LONGEST_WAIT).orElseThrow();
                Matcher line = COMPACTOR.matcher(node.get("/readyz").body());
                if (line.find()) { // else the term is over already
                    assertThat(Long.parseLong(line.group(2))).isGreaterThanOrEqualTo(token.epoch());
                }
                compactor.drain().join();
                node.get("/readyz");
                compactor.undrain();
            }
        }
    }

    @Test
    void leadingWithoutAnElectionIsSaidSo() throws Exception {
        try (TestNode before = new TestNode("", url)) {
            assertThat(compactor(before).awaitLeadership(TestPatience.LONGEST_WAIT))
                    .isPresent();
        }
        try (TestNode node = new TestNode("election.enabled = false\nelection.disabled_mode = 'always-leader'", url)) {
            JsonNode item = node.get("/v1/leaders/log-compactor").json();

            assertThat(item.path("elected").asBoolean(true)).isFalse();
            assertThat(item.path("holderId").asString())
                    .isEqualTo(node.node().baton().holderId());
            assertThat(item.path("leaseEpoch").asLong()).isZero();
            assertThat(item.path("strategy").asString()).isEqualTo("none");
            assertThat(item.path("released").asBoolean()).isFalse();
            assertThat(node.get("/v1/leaders").json().path("neverLed").size()).isZero();
            assertThat(node.get("/readyz").body())
                    .contains("role=log-compactor mode=leader node=n1 election=disabled holder_id="
                            + node.node().baton().holderId() + " lease_epoch=0\n");
            assertThat(node.post("/v1/leaders/log-compactor/drain", "{\"force\": true}")
                            .body())
                    .contains("disabled by configuration");
        }
    }

    @Test
    void followingWithoutAnElectionIsSaidSo() throws Exception {
        try (TestNode node = new TestNode("election.enabled = false\nelection.disabled_mode = 'follower'", url)) {
            assertThat(node.get("/readyz").body())
                    .contains("role=log-compactor mode=follower node=n1 election=disabled\n");
            assertThat(node.get("/v1/leaders").json().path("items").size()).isZero();
            assertThat(node.get("/v1/leaders").json().path("neverLed").findValuesAsString("role"))
                    .contains("log-compactor");
        }
    }

    @Test
    void aRoleThatNobodyEverLedIsNamed() throws Exception {
        try (TestNode node = new TestNode("node.observer = true", url);
                Baton other = Baton.on(new UrlDataSource(url)).node("n2").start()) {
            try (Connection connection = new UrlDataSource(url).getConnection();
                    Statement statement = connection.createStatement()) { // as one that stands and cannot take it
                statement.executeUpdate("INSERT INTO baton_nodes (holder_id, node_id, version, started_at, seen_at)"
                        + " VALUES ('n3-1', 'n3', 'x', CURRENT_TIMESTAMP, CURRENT_TIMESTAMP + INTERVAL '1' HOUR)");
                statement.executeUpdate(
                        "INSERT INTO baton_candidates (lease_name, holder_id, preferred) VALUES ('unfit', 'n3-1', FALSE)");
            }
            assertThat(other.campaign("led").awaitLeadership(TestPatience.LONGEST_WAIT))
                    .isPresent();

            JsonNode leaders = node.get("/v1/leaders").json();

            assertThat(leaders.path("items").findValuesAsString("role")).containsExactly("led");
            assertThat(leaders.path("neverLed").findValuesAsString("role"))
                    .contains("scheduler", "submission-manager-executor", "unfit") // an observer knows its own
                    .doesNotContain("led");
            assertThat(node.get("/v1/leaders/unfit").body())
                    .contains("nobody ever led role 'unfit'; standing for it: n3");
            assertThat(node.get("/v1/leaders/unfit").status()).isEqualTo(404);
        }
    }
}
