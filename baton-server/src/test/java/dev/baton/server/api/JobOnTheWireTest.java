package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.JobStatus;
import dev.baton.jobs.JobView;
import dev.baton.server.http.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JobOnTheWireTest {

    @Test
    void hasTheColumnsOfItsRowWithStatusPayloadAndZoneAsTheApiNamesThem() {
        UUID id = UUID.randomUUID();
        Instant at = Instant.parse("2026-01-02T03:04:05Z");
        JobView row = new JobView(
                id,
                "report",
                "handler",
                JobStatus.DEAD,
                true,
                "queue",
                1,
                "{\"a\":[1]}",
                "key",
                "gpu",
                at,
                at,
                at,
                "worker",
                at,
                2,
                3,
                4L,
                true,
                "@daily",
                "Asia/Kolkata",
                at,
                at,
                5,
                6,
                7L,
                true,
                "half",
                "error",
                at,
                at);

        String json = new String(Json.bytes(Views.Job.of(row, 1_000)), StandardCharsets.UTF_8);

        assertThat(json)
                .contains(
                        "\"id\":\"" + id + "\"",
                        "\"status\":\"" + JobStatus.DEAD.label() + "\"",
                        "\"payload\":{\"a\":[1]}",
                        "\"timezone\":\"Asia/Kolkata\"",
                        "\"claimNumber\":2",
                        "\"finishedAt\":\"2026-01-02T03:04:05Z\"")
                .doesNotContain("\"zone\"", "recurring", "\"row\"");
        assertThat(json.split("\":")).hasSize(31 + 1 + 1); // one name inside the payload
    }
}
