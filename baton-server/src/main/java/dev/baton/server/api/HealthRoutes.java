package dev.baton.server.api;

import dev.baton.Campaign;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Route;
import dev.baton.server.node.DatabaseProbe;
import dev.baton.server.node.Node;
import dev.baton.sql.Leadership;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code /healthz} and {@code /readyz}. Ready means: the database was found fit once. An outage afterwards is said, and
 * changes nothing: followers and leaders alike can still be asked.
 */
final class HealthRoutes {

    private final Node node;
    private final DatabaseProbe probe;

    HealthRoutes(Node node, DatabaseProbe probe) {
        this.node = node;
        this.probe = probe;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/healthz", Access.OPEN, call -> Answer.text(200, "ok\n")),
                Route.get("/readyz", Access.OPEN, this::ready));
    }

    private Answer ready(Call call) throws InterruptedException {
        DatabaseProbe.Reading reading = probe.latestReading();
        if (!reading.wasReady()) {
            return Answer.text(503, "not ready: the database has not been checked yet\n");
        }
        boolean json = call.header("Accept")
                .filter(accept -> accept.contains("application/json"))
                .isPresent();
        List<Map<String, Object>> roles = roles(reading);
        if (json) {
            return Answer.json(Map.of("database", reading.databaseUp() ? "up" : "down", "roles", roles));
        }
        StringBuilder text = new StringBuilder();
        if (!reading.databaseUp()) {
            text.append("database=down\n");
        }
        for (Map<String, Object> role : roles) {
            List<String> words = new ArrayList<>();
            role.forEach((key, value) -> words.add(key + "=" + value));
            text.append(String.join(" ", words)).append('\n');
        }
        return Answer.text(200, text.toString());
    }

    private List<Map<String, Object>> roles(DatabaseProbe.Reading reading) {
        List<Map<String, Object>> roles = new ArrayList<>();
        List<Campaign> campaigns = node.baton().campaigns().stream()
                .sorted(Comparator.comparing(Campaign::role))
                .toList();
        for (Campaign campaign : campaigns) {
            Map<String, Object> role = new LinkedHashMap<>();
            role.put("role", campaign.role());
            role.put("mode", campaign.gate().isLeader() ? "leader" : "follower");
            role.put("node", node.baton().nodeId());
            reading.leaders().stream()
                    .filter(leader -> leader.role().equals(campaign.role()))
                    .findFirst()
                    .ifPresent(leader -> row(role, leader));
            roles.add(role);
        }
        return roles;
    }

    private static void row(Map<String, Object> role, Leadership.Leader leader) {
        role.put("holder_id", leader.holderId());
        role.put("lease_epoch", leader.epoch());
        role.put("lease_expires_at", leader.expiresAt());
    }
}
