package dev.baton.spring.actuator;

import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.shards.ShardMoveRefusedException;
import dev.baton.sql.Leadership;
import java.security.Principal;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.lang.Nullable;

/** {@code /actuator/shards}: who leads which shard of which group, and what operators do about it. */
@Endpoint(id = "shards")
public class ShardsEndpoint {

    /** The type of the audit events about what operators do here. */
    public static final String AUDIT_TYPE = "BATON_SHARDS";

    /** No shard has this number: one that is to be moved has to be named. */
    private static final int NONE = -1;

    private final ShardGroups groups;
    private final ApplicationEventPublisher events;

    ShardsEndpoint(ShardGroups groups, ApplicationEventPublisher events) {
        this.groups = groups;
        this.events = events;
    }

    /** The answer about all groups of the database, by whichever program they are led. */
    public record Overview(List<Group> groups) {}

    /**
     * A group.
     *
     * @param wanted how many shards it shall have; differs from {@code shards} until they have been changed
     * @param withoutLeader the shards that nobody leads
     * @param skew how many times its part of the work the busiest node has; null if that is not known
     */
    public record Group(
            String group,
            long layout,
            int shards,
            int wanted,
            List<Integer> withoutLeader,
            List<Node> nodes,
            Double skew) {}

    /**
     * A node of a group.
     *
     * @param state {@code open}, {@code refusing} or {@code draining}
     * @param owns how many shards belong to it
     * @param leads how many it leads
     * @param workPerSecond pieces of work that those had in the last minute; null if nobody counts any
     */
    public record Node(String node, int weight, String state, int owns, int leads, Double workPerSecond) {}

    /** A group, shard by shard. */
    public record Details(Group group, List<Shard> shards) {}

    /** A shard: where it belongs and who leads it, null for nobody; and how much work it had in the last minute. */
    public record Shard(
            int shard, String role, String owner, String heir, String leader, Long epoch, Double workPerSecond) {}

    /** What an operator's word led to: the group's coordinator does it. */
    public record Asked(String group, String action, boolean asked) {}

    @ReadOperation
    public Overview overview() throws SQLException {
        return new Overview(groups.list().stream().map(ShardsEndpoint::group).toList());
    }

    @ReadOperation
    public Details details(@Selector String group) throws SQLException {
        ShardGroup found = find(group);
        return new Details(
                group(found),
                found.shards().stream().map(led -> shard(found, led)).toList());
    }

    private ShardGroup find(String group) throws SQLException {
        return groups.find(group).orElseThrow(() -> refused("there is no group '" + group + "'"));
    }

    private static Group group(ShardGroup found) {
        return new Group(
                found.name(),
                found.layout().number(),
                found.layout().shards(),
                found.wanted(),
                found.withoutLeader(),
                found.nodes().stream()
                        .map(node -> new Node(
                                node.node(),
                                node.weight(),
                                node.state().label(),
                                found.ownedBy(node.node()),
                                found.ledBy(node.node()),
                                boxed(found.loadOf(node.node()))))
                        .toList(),
                boxed(found.skew()));
    }

    private static Double boxed(OptionalDouble figure) {
        return figure.isPresent() ? figure.getAsDouble() : null;
    }

    private static Shard shard(ShardGroup found, ShardGroup.Led led) {
        Optional<Leadership.Leader> leader = led.leader();
        return new Shard(
                led.place().shard(),
                led.place().role(),
                led.place().owner().orElse(null),
                led.place().heir().orElse(null),
                leader.map(Leadership.Leader::nodeId).orElse(null),
                leader.map(Leadership.Leader::epoch).orElse(null),
                found.load()
                        .map(load -> load.perSecond().get(led.place().shard()))
                        .orElse(null));
    }

    /**
     * Asks for something; the group's coordinator does it within a second or so. Who asked for it is on record before, as an audit
     * event of Spring Boot: what cannot be put on record, because a listener throws, is not done.
     *
     * @param action {@code drain} and {@code undrain}, of a node; {@code move}, of a shard to a node; or {@code resize}
     * @param shards the number that is wanted
     * @param shard which one is to be moved
     */
    @WriteOperation
    public Asked act(
            SecurityContext security,
            @Selector String group,
            String action,
            @Nullable String node,
            @Nullable Integer shards,
            @Nullable Integer shard)
            throws SQLException {
        Act act = new Act(
                security,
                group,
                action,
                node == null ? "" : node,
                shards == null ? 0 : shards,
                shard == null ? NONE : shard);
        note(act, "asked");
        try {
            Asked asked = new Asked(group, action, act(act));
            note(act, asked.asked() ? "done" : "nothing to do");
            return asked;
        } catch (InvalidEndpointRequestException e) {
            note(act, "refused: " + e.getReason());
            throw e;
        }
    }

    /** What somebody wants. */
    private record Act(SecurityContext security, String group, String action, String node, int shards, int shard) {}

    private void note(Act act, String outcome) {
        Principal principal = act.security.getPrincipal();
        events.publishEvent(new AuditApplicationEvent(
                principal == null ? "anonymous" : principal.getName(),
                AUDIT_TYPE,
                Map.of(
                        "group", act.group,
                        "action", act.action,
                        "node", act.node,
                        "shards", act.shards,
                        "shard", act.shard,
                        "outcome", outcome)));
    }

    private boolean act(Act act) throws SQLException {
        return switch (act.action) {
            case "drain" -> drain(act);
            case "undrain" -> groups.undrain(act.group, namedNode(act));
            case "move" -> move(act);
            case "resize" -> resize(act);
            default -> throw refused("action '" + act.action + "' is not one of drain, undrain, move, resize");
        };
    }

    private static String namedNode(Act act) {
        if (act.node.isEmpty()) {
            throw refused(act.action + " needs 'node'");
        }
        return act.node;
    }

    private boolean drain(Act act) throws SQLException {
        String named = namedNode(act);
        List<ShardGroup.Node> nodes = find(act.group).nodes();
        if (nodes.stream().noneMatch(node -> node.node().equals(named))) {
            throw refused("group '" + act.group + "' has no node '" + named + "'");
        }
        if (nodes.stream()
                .noneMatch(node -> !node.node().equals(named)
                        && node.state() != ShardGroup.NodeState.DRAINING
                        && node.silent().compareTo(ShardGroups.LIVES) <= 0)) {
            throw refused("no other node would take the shards of '" + named + "'");
        }
        return groups.drain(act.group, named);
    }

    private boolean move(Act act) throws SQLException {
        if (act.shard == NONE || act.node.isEmpty()) {
            throw refused("a move needs 'shard' and 'node'");
        }
        try {
            return groups.move(act.group, act.shard, act.node);
        } catch (ShardMoveRefusedException e) {
            throw refused(e.getMessage());
        }
    }

    private boolean resize(Act act) throws SQLException {
        if (act.shards == 0) {
            throw refused("resize needs 'shards', 1 or more");
        }
        ShardGroup found = find(act.group);
        try {
            return groups.resize(found.name(), act.shards);
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        }
    }

    private static InvalidEndpointRequestException refused(String why) {
        return new InvalidEndpointRequestException(why, why);
    }
}
