package dev.baton.spring.actuator;

import dev.baton.Campaign;
import dev.baton.sql.Baton;
import dev.baton.sql.Leadership;
import java.security.Principal;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.lang.Nullable;

/** {@code /actuator/leadership}: who leads what, its history, and what operators do about it. */
@Endpoint(id = "leadership")
public class LeadershipEndpoint {

    private static final int HISTORY = 50;

    /** The type of the audit events about what operators do here. */
    public static final String AUDIT_TYPE = "BATON_LEADERSHIP";

    private final Baton baton;
    private final ApplicationEventPublisher events;

    LeadershipEndpoint(Baton baton, ApplicationEventPublisher events) {
        this.baton = baton;
        this.events = events;
    }

    /**
     * The answer about all roles.
     *
     * @param node this node
     * @param holderId this process
     * @param roles what the database and this process say of each role
     */
    public record Overview(String node, String holderId, List<Role> roles) {}

    /**
     * One role.
     *
     * @param mode what this process is in it: {@code leader} exactly while its gate is open
     * @param leader the row in the database, if the role was ever led
     */
    public record Role(String role, String mode, Leadership.Leader leader) {}

    /** A role and what happened to it, newest first. */
    public record History(String role, List<Leadership.Entry> history) {}

    /** What an operator's word led to. */
    public record Done(String role, String action, boolean done) {}

    @ReadOperation
    public Overview overview() throws SQLException {
        Map<String, Leadership.Leader> rows = new TreeMap<>();
        for (Leadership.Leader leader : baton.leadership().leaders()) {
            rows.put(leader.role(), leader);
        }
        Map<String, Role> roles = new TreeMap<>();
        rows.forEach((role, row) -> roles.put(role, new Role(role, "none", row)));
        for (Campaign campaign : baton.campaigns()) {
            roles.put(campaign.role(), new Role(campaign.role(), mode(campaign), rows.get(campaign.role())));
        }
        return new Overview(baton.nodeId(), baton.holderId(), List.copyOf(roles.values()));
    }

    static String mode(Campaign campaign) {
        if (campaign.gate().isLeader()) {
            return "leader";
        }
        return campaign.standing() == Campaign.Standing.RESTING ? "resting" : "follower";
    }

    @ReadOperation
    public History history(@Selector String role) throws SQLException {
        return new History(role, baton.leadership().history(role, HISTORY));
    }

    /**
     * Acts on this process's candidacy; answers at once. Who asked for it is on record before it is done, as an audit event of
     * Spring Boot: what cannot be put on record, because a listener throws, is not done.
     *
     * @param action {@code drain}, {@code undrain} or {@code transfer}
     * @param to the node that a transfer names
     */
    @WriteOperation
    public Done act(SecurityContext security, @Selector String role, String action, @Nullable String to) {
        Act act = new Act(security, role, action, to == null ? "" : to);
        note(act, "asked");
        try {
            Done done = act(act);
            note(act, done.done() ? "done" : "begun");
            return done;
        } catch (InvalidEndpointRequestException e) {
            note(act, "refused: " + e.getReason());
            throw e;
        }
    }

    /** What somebody wants. */
    private record Act(SecurityContext security, String role, String action, String to) {}

    private void note(Act act, String outcome) {
        Principal principal = act.security.getPrincipal();
        events.publishEvent(new AuditApplicationEvent(
                principal == null ? "anonymous" : principal.getName(),
                AUDIT_TYPE,
                Map.of("role", act.role, "action", act.action, "to", act.to, "outcome", outcome)));
    }

    private Done act(Act act) {
        Campaign campaign = baton.campaigns().stream()
                .filter(one -> one.role().equals(act.role))
                .findFirst()
                .orElseThrow(() -> refused("this application does not stand for role '" + act.role + "'"));
        CompletableFuture<Void> done = switch (act.action) {
            case "drain" -> campaign.drain();
            case "undrain" -> undrained(campaign);
            case "transfer" -> campaign.transferTo(successor(act.to));
            default -> throw refused("action '" + act.action + "' is not one of drain, undrain, transfer");
        };
        if (done.isCompletedExceptionally()) {
            done.exceptionally(e -> {
                        throw refused(e.getMessage());
                    })
                    .join();
        }
        return new Done(act.role, act.action, done.isDone());
    }

    private static String successor(String to) {
        if (to.isEmpty()) {
            throw refused("a transfer needs 'to', the node that takes over");
        }
        return to;
    }

    private static CompletableFuture<Void> undrained(Campaign campaign) {
        campaign.undrain();
        return CompletableFuture.completedFuture(null);
    }

    private static InvalidEndpointRequestException refused(String why) {
        return new InvalidEndpointRequestException(why, why);
    }
}
