package dev.baton.jobs;

import dev.baton.Campaign;
import dev.baton.LeaderWork;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.Candidacy;
import java.util.ArrayList;
import java.util.List;

/**
 * What one instance does for all: each duty is the work of a role, and each of its writes is fenced. Since all their
 * effects are, the roles are taken over immediately.
 */
final class Duties implements AutoCloseable {

    static final String SCHEDULER = "scheduler";
    static final String AGGREGATOR = "metrics-aggregator";
    static final String COMPACTOR = "log-compactor";

    private final Base base;
    private final JobSettings settings;
    private final Listeners listeners;
    private final Crew crew;
    private final List<Campaign> campaigns = new ArrayList<>();

    Duties(Base base, JobSettings settings, Listeners listeners, Crew crew) {
        this.base = base;
        this.settings = settings;
        this.listeners = listeners;
        this.crew = crew;
    }

    void start() {
        stand(SCHEDULER, new SchedulerDuty(base, settings, listeners, crew::newWork));
        stand(AGGREGATOR, new AggregatorDuty(base, listeners));
        stand(COMPACTOR, new CompactorDuty(base, settings));
    }

    private void stand(String role, LeaderWork work) {
        Strategy strategy = base.baton().strategy();
        Strategy ours = strategy instanceof Strategy.Session session ? session.with(Takeover.IMMEDIATE) : strategy;
        campaigns.add(base.baton().campaign(Candidacy.of(role).with(ours), work));
    }

    @Override
    public void close() {
        campaigns.forEach(Campaign::close);
    }
}
