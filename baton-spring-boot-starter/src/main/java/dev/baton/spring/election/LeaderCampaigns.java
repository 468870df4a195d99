package dev.baton.spring.election;

import dev.baton.Campaign;
import dev.baton.LeaderGate;
import dev.baton.LeaderWork;
import dev.baton.spring.Leaders;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.sql.Baton;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;

/** Stands for the roles of this application from the start of the context to its stop. */
final class LeaderCampaigns implements Leaders, SmartLifecycle {

    private final Baton baton;
    private final BatonProperties properties;
    private final RequestedRoles roles;
    private final Map<String, CountingLeaderWork> works = new ConcurrentHashMap<>();
    private volatile boolean running;

    LeaderCampaigns(Baton baton, BatonProperties properties, RequestedRoles roles) {
        this.baton = baton;
        this.properties = properties;
        this.roles = roles;
    }

    @Override
    public LeaderGate gate(String role) {
        return campaign(role).gate();
    }

    @Override
    public Campaign campaign(String role) {
        return workOf(role)
                .flatMap(CountingLeaderWork::campaign)
                .orElseThrow(() -> new IllegalArgumentException("this application does not stand for role '" + role
                        + "': put @LeaderOnly on what it does, or name it under baton.election.roles"));
    }

    Optional<CountingLeaderWork> workOf(String role) {
        return Optional.ofNullable(works.get(role));
    }

    /** For a call, which may come before the campaign has begun. */
    CountingLeaderWork standingFor(String role) {
        return workOf(role).orElseGet(() -> new CountingLeaderWork(role, Optional.empty()));
    }

    @Override
    public void start() {
        Map<String, Optional<LeaderWork>> wanted = new TreeMap<>();
        properties.getElection().getRoles().keySet().stream()
                .filter(role -> !roles.isOwnedElsewhere(role))
                .forEach(role -> wanted.put(role, Optional.empty()));
        wanted.putAll(roles.wanted());
        wanted.forEach((role, work) -> {
            CountingLeaderWork counting = new CountingLeaderWork(role, work);
            works.put(role, counting);
            counting.standsBy(
                    baton.campaign(CandidacyMapping.candidacy(role, properties.getElection(), baton), counting));
        });
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        works.values().parallelStream()
                .flatMap(work -> work.campaign().stream())
                .forEach(Campaign::close);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return LifecyclePhases.WORK;
    }
}
