package dev.baton.server.api;

import dev.baton.server.http.Access;
import dev.baton.server.http.Answer;
import dev.baton.server.http.Call;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import dev.baton.server.http.Route;
import dev.baton.server.http.Route.ScopeDemand;
import dev.baton.server.http.Scope.Kind;
import dev.baton.server.store.AuditLog.Note;
import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.shards.ShardMoveRefusedException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** {@code /v1/shards}: roles that are divided, by whichever programs their shards are led. */
final class ShardRoutes {

    private final ShardGroups groups;
    private final OperatorAudit operators;

    ShardRoutes(ShardGroups groups, OperatorAudit operators) {
        this.groups = groups;
        this.operators = operators;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/v1/shards", Access.VIEWER, this::list)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::someRows),
                Route.get("/v1/shards/{role}", Access.VIEWER, call -> Answer.json(Divided.whole(group(call))))
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::shards),
                Route.post("/v1/shards/{role}/drain", Access.OPERATOR, this::drain)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::shards),
                Route.post("/v1/shards/{role}/undrain", Access.OPERATOR, this::undrain)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::shards),
                Route.post("/v1/shards/{role}/move", Access.OPERATOR, this::move)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::shards),
                Route.post("/v1/shards/{role}/resize", Access.OPERATOR, this::resize)
                        .reaching(ScopeDemand.NAMED)
                        .weighing(MemoryEstimates::shards));
    }

    /**
     * A role and its parts.
     *
     * @param shards into how many it is divided now
     * @param wanted into how many it shall be
     * @param withoutLeader the parts that nobody leads
     * @param moves those that operators have asked for and that are not done yet
     * @param workPerSecond pieces that all parts had in the last minute; absent if nobody counts any
     * @param skew how many times its part of the work the busiest node has; absent if that is not known
     * @param items every part; absent in lists
     */
    private record Divided(
            String role,
            long layout,
            int shards,
            int wanted,
            boolean closing,
            long plan,
            List<Integer> withoutLeader,
            List<Move> moves,
            List<Share> nodes,
            Optional<Double> workPerSecond,
            Optional<Double> skew,
            Optional<List<Part>> items) {

        static Divided whole(ShardGroup group) {
            return of(
                    group,
                    Optional.of(group.shards().stream()
                            .map(led -> Part.of(group, led))
                            .toList()));
        }

        static Divided summary(ShardGroup group) {
            return of(group, Optional.empty());
        }

        private static Divided of(ShardGroup group, Optional<List<Part>> items) {
            return new Divided(
                    group.name(),
                    group.layout().number(),
                    group.layout().shards(),
                    group.wanted(),
                    group.closing(),
                    group.plan(),
                    group.withoutLeader(),
                    group.moves().stream().map(Move::of).toList(),
                    group.nodes().stream().map(node -> Share.of(group, node)).toList(),
                    group.load().map(load -> rounded(load.total())),
                    rounded(group.skew()),
                    items);
        }
    }

    /** More digits would say more than is known. */
    private static double rounded(double figure) {
        return Math.round(figure * 1e3) / 1e3;
    }

    private static Optional<Double> rounded(OptionalDouble figure) {
        return figure.isPresent() ? Optional.of(rounded(figure.getAsDouble())) : Optional.empty();
    }

    /**
     * A node's share.
     *
     * @param owns how many belong to it by the plan
     * @param leads how many it leads
     * @param workPerSecond pieces that those had in the last minute
     */
    private record Share(
            String nodeId,
            String holderId,
            String state,
            int weight,
            int owns,
            int leads,
            long silentMillis,
            Optional<Double> workPerSecond) {

        static Share of(ShardGroup group, ShardGroup.Node node) {
            return new Share(
                    node.node(),
                    node.holder(),
                    node.state().label(),
                    node.weight(),
                    group.ownedBy(node.node()),
                    group.ledBy(node.node()),
                    Math.max(0, node.silent().toMillis()),
                    rounded(group.loadOf(node.node())));
        }
    }

    /**
     * A part that shall be another node's.
     *
     * @param waitingMillis how long ago that was asked for
     */
    private record Move(int shard, String nodeId, long waitingMillis) {

        static Move of(ShardGroup.Move move) {
            return new Move(move.shard(), move.node(), Math.max(0, move.asked().toMillis()));
        }
    }

    /** A part; without node, holder and epoch if nobody leads it. */
    private record Part(
            int shard,
            String role,
            Optional<String> nodeId,
            Optional<String> holderId,
            Optional<Long> leaseEpoch,
            Optional<Instant> acquiredAt,
            Optional<Instant> expiresAt,
            Optional<String> owner,
            Optional<String> heir,
            Optional<Double> workPerSecond) {

        static Part of(ShardGroup group, ShardGroup.Led led) {
            return new Part(
                    led.place().shard(),
                    led.place().role(),
                    led.leader().map(row -> row.nodeId()),
                    led.leader().map(row -> row.holderId()),
                    led.leader().map(row -> row.epoch()),
                    led.leader().map(row -> row.acquiredAt()),
                    led.leader().map(row -> row.expiresAt()),
                    led.place().owner(),
                    led.place().heir(),
                    group.load()
                            .map(load ->
                                    rounded(load.perSecond().get(led.place().shard()))));
        }
    }

    private Answer list(Call call) throws SQLException {
        return Answer.json(Map.of(
                "items",
                groups.list().stream()
                        .filter(group -> call.scope().allows(Kind.ROLE, group.name()))
                        .map(Divided::summary)
                        .toList()));
    }

    private ShardGroup group(Call call) throws SQLException {
        String role = call.requireInScope(Kind.ROLE, call.path("role"));
        return groups.find(role).orElseThrow(() -> Problem.notFound("no role '" + role + "' is divided into shards"));
    }

    /** Has a node leave its shards to others, as those can take them. */
    private Answer drain(Call call) throws SQLException {
        ShardGroup group = group(call);
        JsonObject body = call.json("node", "force");
        String node = body.text("node");
        requireNode(group, node);
        boolean others = group.nodes().stream()
                .anyMatch(other -> !other.node().equals(node)
                        && other.state() != ShardGroup.NodeState.DRAINING
                        && other.silent().compareTo(ShardGroups.LIVES) < 0);
        if (!others && !body.flag("force")) {
            throw Problem.conflict(
                    "only_candidate",
                    "no other node takes shards of role '" + group.name()
                            + "': they would have no leader; force it to go on");
        }
        Note note = operators.note(call, "shards.drain", group.name() + " on " + node, "done");
        if (!groups.noting(note).drain(group.name(), node)) {
            throw noNode(group, node);
        }
        note.log();
        return Answer.json(Divided.whole(group(call)));
    }

    private static void requireNode(ShardGroup group, String node) {
        if (group.nodes().stream().noneMatch(known -> known.node().equals(node))) {
            throw noNode(group, node);
        }
    }

    private static Problem noNode(ShardGroup group, String node) {
        return Problem.conflict("not_possible", "role '" + group.name() + "' has no node '" + node + "'");
    }

    /** Has a drained node take its share again. */
    private Answer undrain(Call call) throws SQLException {
        ShardGroup group = group(call);
        String node = call.json("node").text("node");
        requireNode(group, node);
        String subject = group.name() + " on " + node;
        Note note = operators.note(call, "shards.undrain", subject, "done");
        if (!groups.noting(note).undrain(group.name(), node)) {
            operators.record(call, "shards.undrain", subject, "nothing to do");
        }
        note.log();
        return Answer.json(Divided.whole(group(call)));
    }

    /** Has a shard be another node's, for one of that node's own if shares would become uneven. */
    private Answer move(Call call) throws SQLException {
        ShardGroup group = group(call);
        JsonObject body = call.json("shard", "node");
        int shard = body.optionalNumber("shard").orElseThrow(() -> Problem.invalid("shard is missing"));
        String node = body.text("node");
        requireNode(group, node);
        String subject = group.name() + "." + shard + " to " + node;
        Note note = operators.note(call, "shards.move", subject, "done");
        try {
            if (groups.noting(note).move(group.name(), shard, node)) {
                note.log();
            } else {
                operators.record(call, "shards.move", subject, "nothing to do");
            }
        } catch (ShardMoveRefusedException e) {
            throw Problem.conflict("not_possible", e.getMessage());
        }
        return Answer.json(Divided.whole(group(call)));
    }

    /** Asks for another number of shards. */
    private Answer resize(Call call) throws SQLException {
        ShardGroup group = group(call);
        int shards =
                call.json("shards").optionalNumber("shards").orElseThrow(() -> Problem.invalid("shards is missing"));
        Note note = operators.note(call, "shards.resize", group.name() + " to " + shards, "done");
        try {
            groups.noting(note).resize(group.name(), shards);
        } catch (IllegalArgumentException e) {
            throw Problem.invalid(e.getMessage());
        }
        note.log();
        return Answer.json(Divided.whole(group(call)));
    }
}
