package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What happened to roles long ago, by time and page by page, and the picture of any span. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // none of the tests changes anything
class HistoryApiTest {

    private static final Instant NIGHT = Instant.parse("2026-01-15T02:00:00Z");

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private TestNode node;

    @BeforeAll
    void aFailOverLastNight() throws Exception {
        node = new TestNode("", url);
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/leaders").body().contains("scheduler"));
        event(1, "night", "acquired", "the role was free", NIGHT.minusSeconds(7_200));
        event(1, "night", "lost", "not released; last heartbeat 900 ms before b took over", NIGHT.plusSeconds(60));
        event(
                2,
                "day",
                "acquired",
                "the last holder ended without releasing the role; its gate opens 2000 ms later",
                NIGHT.plusSeconds(60));
        event(2, "day", "released", "stopped", NIGHT.plusSeconds(7_200));
    }

    @AfterAll
    void stop() throws Exception {
        node.close();
    }

    private void event(long epoch, String who, String event, String reason, Instant at) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement insert = connection.prepareStatement("INSERT INTO baton_leader_events"
                        + " (lease_name, lease_epoch, holder_id, node_id, event, reason, at)"
                        + " VALUES ('billing', ?, ?, ?, ?, ?, ?)")) {
            insert.setLong(1, epoch);
            insert.setString(2, who + "-1-aa");
            insert.setString(3, who);
            insert.setString(4, event);
            insert.setString(5, reason);
            insert.setObject(6, OffsetDateTime.ofInstant(at, ZoneOffset.UTC));
            insert.executeUpdate();
        }
    }

    private JsonNode answer(String path) throws IOException, InterruptedException {
        TestNode.Reply reply = node.get(path);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    @Test
    void lastNightsFailOverIsDrawnWhole() throws Exception {
        JsonNode timeline = answer("/v1/timeline?from=" + NIGHT + "&to=" + NIGHT.plusSeconds(600));

        assertThat(timeline.path("terms").findValuesAsString("role")).containsOnly("billing");
        assertThat(timeline.path("terms").findValuesAsString("nodeId")).containsExactlyInAnyOrder("night", "day");
        JsonNode before = timeline.path("terms").get(0);
        JsonNode after = timeline.path("terms").get(1);
        assertThat(before.path("startedAt").asString()).isEqualTo("2026-01-15T00:00:00Z"); // before the span
        assertThat(before.path("endedAt").asString()).isEqualTo("2026-01-15T02:00:59.100Z");
        assertThat(after.path("startedAt").asString()).isEqualTo("2026-01-15T02:01:00Z");
        assertThat(after.path("opensAt").asString()).isEqualTo("2026-01-15T02:01:02Z");
        assertThat(after.path("endedAt").asString()).isEqualTo("2026-01-15T04:00:00Z"); // after the span
        assertThat(timeline.path("keptSince").asString()).isEqualTo("2026-01-15T00:00:00Z");
    }

    /** The end of a term that crashed is recorded by the next one, which may be later than the span. */
    @Test
    void aSpanThatEndsInAGapKnowsWhenItBegan() throws Exception {
        JsonNode timeline = answer("/v1/timeline?from=" + NIGHT + "&to=2026-01-15T02:00:59.500Z");
        assertThat(timeline.path("terms").size()).isEqualTo(1);
        assertThat(timeline.path("terms").get(0).path("endedAt").asString()).isEqualTo("2026-01-15T02:00:59.100Z");
    }

    @Test
    void withoutASpanItIsTheLastHour() throws Exception {
        assertThat(answer("/v1/timeline").path("terms").findValuesAsString("role"))
                .contains("scheduler")
                .doesNotContain("billing");
    }

    @Test
    void theHistoryIsReadByTimePageByPage() throws Exception {
        String span = "from=" + NIGHT + "&to=" + NIGHT.plusSeconds(86_400);
        List<String> events = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = answer("/v1/history?limit=1&" + span + cursor);
            events.addAll(page.path("items").findValuesAsString("event"));
            cursor = page.hasNonNull("nextCursor")
                    ? "&cursor=" + page.path("nextCursor").asString()
                    : "";
        } while (!cursor.isEmpty());
        assertThat(events).containsExactly("released", "acquired", "lost");
    }

    @Test
    void theHistoryOfOneRoleIsReadInTheSameWay() throws Exception {
        JsonNode now = answer("/v1/leaders/scheduler/history?from=" + NIGHT.plusSeconds(86_400) + "&limit=1");
        assertThat(now.path("role").asString()).isEqualTo("scheduler");
        assertThat(now.path("items").findValuesAsString("role")).containsExactly("scheduler");
        assertThat(answer("/v1/leaders/scheduler/history?to=" + NIGHT)
                        .path("items")
                        .size())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/history?cursor=abc",
                "/v1/history?from=yesterday",
                "/v1/timeline?to=2026-01-15",
                "/v1/timeline?from=2026-01-15T02:00:00Z&to=2026-01-15T02:00:00Z",
                "/v1/leaders/scheduler/history?limit=0"
            })
    void whatMakesNoSenseIsRefused(String path) throws Exception {
        assertThat(node.get(path).status()).isEqualTo(400);
    }
}
