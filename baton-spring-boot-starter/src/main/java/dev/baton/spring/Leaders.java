package dev.baton.spring;

import dev.baton.Campaign;
import dev.baton.LeaderGate;
import dev.baton.LeaderWork;
import dev.baton.sql.Baton;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;

/**
 * The roles that this application stands for: one campaign each, begun when the context has started and left when it
 * stops, calls under way finished first. Thread-safe.
 */
public final class Leaders implements SmartLifecycle {

    /** After schedulers have stopped handing out work, before web servers stop serving. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 512;

    private final Baton baton;
    private final BatonProperties properties;
    private final Roles roles;
    private final Map<String, RoleSeat> seats = new ConcurrentHashMap<>();
    private volatile boolean running;

    Leaders(Baton baton, BatonProperties properties, Roles roles) {
        this.baton = baton;
        this.properties = properties;
        this.roles = roles;
    }

    /**
     * The gate of a role of this application.
     *
     * @throws IllegalArgumentException if nothing in this application names it
     */
    public LeaderGate gate(String role) {
        return campaign(role).gate();
    }

    /** The campaign for a role of this application, once the context has started. */
    public Campaign campaign(String role) {
        return seat(role)
                .flatMap(RoleSeat::campaign)
                .orElseThrow(() -> new IllegalArgumentException("this application does not stand for role '" + role
                        + "': put @LeaderOnly on what it does, or name it under baton.election.roles"));
    }

    Optional<RoleSeat> seat(String role) {
        return Optional.ofNullable(seats.get(role));
    }

    @Override
    public void start() {
        Map<String, Optional<LeaderWork>> wanted = new TreeMap<>();
        properties.getElection().getRoles().keySet().stream()
                .filter(role -> !roles.isOwnedElsewhere(role))
                .forEach(role -> wanted.put(role, Optional.empty()));
        wanted.putAll(roles.wanted());
        wanted.forEach((role, work) -> {
            RoleSeat seat = new RoleSeat(role, work);
            seats.put(role, seat);
            seat.takes(baton.campaign(Strategies.candidacy(role, properties.getElection(), baton), seat));
        });
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        seats.values().parallelStream()
                .flatMap(seat -> seat.campaign().stream())
                .forEach(Campaign::close);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
