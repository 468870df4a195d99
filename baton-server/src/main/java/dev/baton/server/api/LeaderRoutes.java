package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.live.ElectionEvent;
import dev.baton.server.node.Node;
import dev.baton.server.store.ClusterReads.Instance;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** {@code /v1/leaders} and {@code /v1/nodes} */
final class LeaderRoutes {

    private final Node node;
    private final OperatorAudit operators;

    LeaderRoutes(Node node, OperatorAudit operators) {
        this.node = node;
        this.operators = operators;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/leaders", Access.VIEWER, call -> Answer.json(Map.of("items", leaders()))),
                Route.get("/v1/leaders/{role}", Access.VIEWER, call -> Answer.json(leader(call))),
                Route.get("/v1/leaders/{role}/history", Access.VIEWER, this::history)
                        .weighing(Weights::page),
                Route.post("/v1/leaders/{role}/drain", Access.OPERATOR, this::drain),
                Route.post("/v1/leaders/{role}/undrain", Access.OPERATOR, this::undrain),
                Route.post("/v1/leaders/{role}/transfer", Access.OPERATOR, this::transfer),
                Route.get("/v1/nodes", Access.VIEWER, this::nodes).weighing(Weights::someRows),
                Route.get("/v1/audit", Access.OPERATOR, this::audit).weighing(Weights::page));
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
        int limit = Weights.limit(call);
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

    private Answer audit(Call call) throws SQLException {
        return Answer.json(Map.of("items", node.audit().latest(Weights.limit(call))));
    }

    /** Has the leader, or the named node, leave the role and stay away from it. */
    private Answer drain(Call call) throws SQLException, InterruptedException {
        Views.Leader leader = leader(call);
        JsonObject body = call.jsonOrEmpty("node", "force");
        Optional<String> named = body.optionalText("node");
        List<Instance> living = living();
        List<Instance> targets = living.stream()
                .filter(i -> named.map(i.nodeId()::equals)
                        .orElse(!leader.released() && i.holderId().equals(leader.holderId())))
                .toList();
        if (targets.isEmpty()) {
            throw Problem.conflict(
                    "not_possible",
                    named.map(n -> "there is no living node '" + n + "'")
                            .orElse("nobody leads role '" + leader.role() + "' now: name a node"));
        }
        boolean others = living.stream().anyMatch(i -> i.roles().contains(leader.role()) && !targets.contains(i));
        if (!others && !body.flag("force")) {
            throw Problem.conflict(
                    "only_candidate",
                    "nobody else stands for role '" + leader.role() + "': it would have no leader; force it to go on");
        }
        for (Instance target : targets) {
            ask(call, target.holderId(), "drain", leader.role(), "");
        }
        return done(
                call, "leader.drain", named.map(n -> leader.role() + " on " + n).orElse(leader.role()));
    }

    /** Has every living node, or the named one, stand for the role again. */
    private Answer undrain(Call call) throws SQLException, InterruptedException {
        Views.Leader leader = leader(call);
        Optional<String> named = call.jsonOrEmpty("node").optionalText("node");
        List<Instance> targets = living().stream()
                .filter(i -> named.map(i.nodeId()::equals).orElse(!i.roles().contains(leader.role())))
                .toList();
        if (named.isPresent() && targets.isEmpty()) {
            throw Problem.conflict("not_possible", "there is no living node '" + named.get() + "'");
        }
        for (Instance target : targets) {
            ask(call, target.holderId(), "undrain", leader.role(), "");
        }
        return done(
                call,
                "leader.undrain",
                named.map(n -> leader.role() + " on " + n).orElse(leader.role()));
    }

    private Answer transfer(Call call) throws SQLException, InterruptedException {
        Views.Leader leader = leader(call);
        String to = call.json("to").text("to");
        if (leader.released() || living().stream().noneMatch(i -> i.holderId().equals(leader.holderId()))) {
            throw Problem.conflict("not_possible", "nobody leads role '" + leader.role() + "' now");
        }
        ask(call, leader.holderId(), "transfer", leader.role(), to);
        return done(call, "leader.transfer", leader.role() + " to " + to);
    }

    private List<Instance> living() throws SQLException {
        return node.cluster().instances().stream().filter(Instance::alive).toList();
    }

    private void ask(Call call, String holder, String action, String role, String argument)
            throws SQLException, InterruptedException {
        Optional<String> error;
        try {
            error = node.operatorCommands().askProcess(holder, action, role, argument);
        } catch (TimeoutException e) {
            throw new Problem(504, "no_answer", e.getMessage());
        }
        if (error.isPresent()) {
            operators.record(call, "leader." + action, role + " at " + holder, "refused: " + error.get());
            throw Problem.conflict("not_possible", error.get());
        }
    }

    private Answer done(Call call, String action, String subject) throws SQLException {
        operators.record(call, action, subject, "done");
        return Answer.json(leader(call));
    }
}
