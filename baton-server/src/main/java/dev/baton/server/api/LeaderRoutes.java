package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.Route.ScopeDemand;
import dev.baton.server.http.Scope.Kind;
import dev.baton.server.live.RoleLeaders;
import dev.baton.server.node.Node;
import dev.baton.server.node.OperatorCommands.Question;
import dev.baton.server.store.AuditLog.Note;
import dev.baton.server.store.ClusterReads.Instance;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** {@code /v1/leaders} and {@code /v1/nodes} */
final class LeaderRoutes {

    /** Only servers look for what operators ask; every process on the database is among those who could be asked. */
    private static final String UNHEARD =
            ": servers alone take orders from here, and a 'baton run' or an application does not;"
                    + " end that process instead, it leaves the role in order then, or ask the application itself";

    private final Node node;
    private final OperatorAudit operators;
    private final RoleLeaders roles;
    private final HistoryRoutes histories;

    LeaderRoutes(Node node, OperatorAudit operators, HistoryRoutes histories) {
        this.histories = histories;
        this.node = node;
        this.roles = new RoleLeaders(node.baton(), node.cluster());
        this.operators = operators;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/leaders", Access.VIEWER, this::leaders).reaching(ScopeDemand.NAMED),
                Route.get("/v1/leaders/{role}", Access.VIEWER, call -> Answer.json(leader(call)))
                        .reaching(ScopeDemand.NAMED),
                Route.get("/v1/leaders/{role}/history", Access.VIEWER, this::history)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::page),
                Route.post("/v1/leaders/{role}/drain", Access.OPERATOR, this::drain)
                        .reaching(ScopeDemand.NAMED),
                Route.post("/v1/leaders/{role}/undrain", Access.OPERATOR, this::undrain)
                        .reaching(ScopeDemand.NAMED),
                Route.post("/v1/leaders/{role}/transfer", Access.OPERATOR, this::transfer)
                        .reaching(ScopeDemand.NAMED),
                Route.get("/v1/nodes", Access.VIEWER, this::nodes)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::someRows),
                Route.get("/v1/audit", Access.ADMIN, this::audit).weighing(MemoryEstimates::page));
    }

    private Answer leaders(Call call) throws SQLException {
        return Answer.json(Map.of(
                "items",
                roles.leaders().stream()
                        .filter(leader -> call.scope().allows(Kind.ROLE, leader.role()))
                        .toList(),
                "neverLed",
                roles.neverLed().stream()
                        .filter(unled -> call.scope().allows(Kind.ROLE, unled.role()))
                        .toList()));
    }

    private RoleLeaders.Item leader(Call call) throws SQLException {
        String role = call.requireInScope(Kind.ROLE, call.path("role"));
        Optional<RoleLeaders.Item> leader = roles.leader(role);
        return leader.isPresent() ? leader.get() : nobody(role);
    }

    private RoleLeaders.Item nobody(String role) throws SQLException {
        List<String> candidates = roles.neverLed().stream()
                .filter(unled -> unled.role().equals(role))
                .flatMap(unled -> unled.candidates().stream())
                .toList();
        throw Problem.notFound("nobody ever led role '" + role + "'"
                + (candidates.isEmpty() ? "" : "; standing for it: " + String.join(", ", candidates)));
    }

    private Answer history(Call call) throws SQLException {
        return Answer.json(histories.ofRole(call, leader(call).role()));
    }

    private Answer nodes(Call call) throws SQLException {
        return Answer.json(Map.of(
                "items",
                node.cluster().instances().stream()
                        .map(instance -> instance.onlyRoles(role -> call.scope().allows(Kind.ROLE, role)))
                        .toList()));
    }

    private Answer audit(Call call) throws SQLException {
        return Answer.json(Map.of("items", node.audit().latest(MemoryEstimates.limit(call))));
    }

    /** Has the leader, or the named node, leave the role and stay away from it. */
    private Answer drain(Call call) throws SQLException, InterruptedException {
        RoleLeaders.Item leader = leader(call);
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
        RoleLeaders.Item leader = leader(call);
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
        RoleLeaders.Item leader = leader(call);
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

    /** The asking is on record with what is asked for, and its end beside it, whatever that is. */
    private void ask(Call call, String holder, String action, String role, String argument)
            throws SQLException, InterruptedException {
        String subject = role + " at " + holder + (argument.isEmpty() ? "" : " to " + argument);
        Note asked = operators.note(call, "leader." + action, subject, "asked");
        Optional<String> error;
        try {
            error = node.operatorCommands().askProcess(new Question(holder, action, role, argument), asked);
        } catch (TimeoutException e) {
            operators.record(call, "leader." + action, subject, "timed out: " + e.getMessage());
            throw new Problem(504, "no_answer", e.getMessage() + UNHEARD);
        }
        if (error.isPresent()) {
            operators.record(call, "leader." + action, subject, "refused: " + error.get());
            throw Problem.conflict("not_possible", error.get());
        }
    }

    private Answer done(Call call, String action, String subject) throws SQLException {
        operators.record(call, action, subject, "done");
        return Answer.json(leader(call));
    }
}
