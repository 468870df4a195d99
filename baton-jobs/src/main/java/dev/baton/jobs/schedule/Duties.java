package dev.baton.jobs.schedule;

import dev.baton.Campaign;
import dev.baton.LeaderWork;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.event.Listeners;
import dev.baton.jobs.event.NewWork;
import dev.baton.jobs.store.Base;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What one instance does for all: each duty is the work of a role, and each of its writes is fenced. Since all their
 * effects are, the roles are taken over immediately.
 */
public final class Duties implements AutoCloseable {

    static final String SCHEDULER = "scheduler";
    static final String AGGREGATOR = "metrics-aggregator";
    static final String COMPACTOR = "log-compactor";

    private final Base base;
    private final JobSettings settings;
    private final Listeners listeners;
    private final NewWork newWork;
    private final Function<String, Candidacy> candidacies;
    private final List<Campaign> campaigns = new ArrayList<>();

    public Duties(
            Base base,
            JobSettings settings,
            Listeners listeners,
            NewWork newWork,
            Function<String, Candidacy> candidacies) {
        this.base = base;
        this.settings = settings;
        this.listeners = listeners;
        this.newWork = newWork;
        this.candidacies = candidacies;
    }

    public void start() {
        stand(SCHEDULER, new SchedulerDuty(base, settings, listeners, newWork));
        stand(AGGREGATOR, new AggregatorDuty(base, listeners));
        stand(COMPACTOR, new CompactorDuty(base, settings));
    }

    private void stand(String role, LeaderWork work) {
        campaigns.add(base.baton().campaign(candidacies.apply(role), work));
    }

    /** How duties are stood for unless somebody says otherwise. */
    public static Candidacy immediate(Baton baton, String role) {
        Strategy strategy = baton.strategy();
        Strategy ours = strategy instanceof Strategy.Session session ? session.with(Takeover.IMMEDIATE) : strategy;
        return Candidacy.of(role).with(ours);
    }

    @Override
    public void close() {
        campaigns.forEach(Campaign::close);
    }
}
