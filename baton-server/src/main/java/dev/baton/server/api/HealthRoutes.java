package dev.baton.server.api;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Route;
import dev.baton.server.node.DatabaseProbe;
import dev.baton.server.node.Node;
import dev.baton.sql.Leadership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        DatabaseProbe.Reading reading = upToDate();
        if (!reading.wasReady()) {
            return Answer.text(503, "not ready: the database has not been checked yet\n");
        }
        boolean json = call.header("Accept").filter(HealthRoutes::prefersJson).isPresent();
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

    /** Generated clients name both: the answer first, and after it the JSON that a refusal would be. */
    private static boolean prefersJson(String accept) {
        int text = accept.indexOf("text/plain");
        int json = accept.indexOf("application/json");
        return json >= 0 && (text < 0 || json < text);
    }

    /** A reading from before this node came to lead a role is read again: it shows the predecessor's term. */
    private DatabaseProbe.Reading upToDate() throws InterruptedException {
        DatabaseProbe.Reading reading = probe.latestReading();
        for (int again = 0; again < 2 && reading.databaseUp() && showsPredecessor(reading); again++) {
            reading = probe.nextReading();
        }
        return reading;
    }

    private boolean showsPredecessor(DatabaseProbe.Reading reading) throws InterruptedException {
        for (Campaign campaign : node.baton().campaigns()) {
            Optional<LeaderToken> token = campaign.awaitLeadership(Duration.ZERO);
            if (token.isPresent() && row(reading, token.get()).isEmpty()) {
                return node.baton().elects();
            }
        }
        return false;
    }

    /** The row of this term, or of one after it. */
    private static Optional<Leadership.Leader> row(DatabaseProbe.Reading reading, LeaderToken token) {
        return row(reading, token.role()).filter(row -> row.epoch() >= token.epoch());
    }

    private static Optional<Leadership.Leader> row(DatabaseProbe.Reading reading, String role) {
        return reading.leaders().stream()
                .filter(leader -> leader.role().equals(role))
                .findFirst();
    }

    private List<Map<String, Object>> roles(DatabaseProbe.Reading reading) throws InterruptedException {
        List<Map<String, Object>> roles = new ArrayList<>();
        List<Campaign> campaigns = node.baton().campaigns().stream()
                .sorted(Comparator.comparing(Campaign::role))
                .toList();
        for (Campaign campaign : campaigns) {
            Optional<LeaderToken> token = campaign.awaitLeadership(Duration.ZERO);
            Map<String, Object> role = new LinkedHashMap<>();
            role.put("role", campaign.role());
            role.put("mode", token.isPresent() ? "leader" : "follower");
            role.put("node", node.baton().nodeId());
            if (!node.baton().elects()) {
                role.put("election", "disabled");
                token.ifPresent(own -> term(role, own));
            } else if (token.isPresent()) {
                row(reading, token.get()).ifPresentOrElse(row -> row(role, row), () -> term(role, token.get()));
            } else {
                row(reading, campaign.role()).ifPresent(row -> row(role, row));
            }
            roles.add(role);
        }
        return roles;
    }

    private static void row(Map<String, Object> role, Leadership.Leader leader) {
        role.put("holder_id", leader.holderId());
        role.put("lease_epoch", leader.epoch());
        role.put("lease_expires_at", leader.expiresAt());
    }

    /** What is known without the row. */
    private static void term(Map<String, Object> role, LeaderToken token) {
        role.put("holder_id", token.holderId());
        role.put("lease_epoch", token.epoch());
    }
}
