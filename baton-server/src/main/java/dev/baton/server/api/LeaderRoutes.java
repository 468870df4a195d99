package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.live.ElectionEvent;
import dev.baton.server.node.Node;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** {@code /v1/leaders} and {@code /v1/nodes} */
final class LeaderRoutes {

    private final Node node;

    LeaderRoutes(Node node) {
        this.node = node;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/leaders", Access.VIEWER, call -> Answer.json(Map.of("items", leaders()))),
                Route.get("/v1/leaders/{role}", Access.VIEWER, call -> Answer.json(leader(call))),
                Route.get("/v1/leaders/{role}/history", Access.VIEWER, this::history),
                Route.get("/v1/nodes", Access.VIEWER, this::nodes));
    }

    private List<Views.Leader> leaders() throws SQLException {
        return node.baton().leadership().leaders().stream()
                .map(Views.Leader::of)
                .toList();
    }

    private Views.Leader leader(Call call) throws SQLException {
        return leaders().stream()
                .filter(leader -> leader.role().equals(call.path("role")))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("nobody ever led role '" + call.path("role") + "'"));
    }

    private Answer history(Call call) throws SQLException {
        Views.Leader leader = leader(call);
        int limit = call.query("limit", 100, 1, 1_000);
        return Answer.json(Map.of(
                "role",
                leader.role(),
                "items",
                node.baton().leadership().history(leader.role(), limit).stream()
                        .map(ElectionEvent::of)
                        .toList()));
    }

    private Answer nodes(Call call) throws SQLException {
        return Answer.json(Map.of("items", node.cluster().instances()));
    }
}
