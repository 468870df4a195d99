package dev.baton.jobs.schedule;

import dev.baton.Campaign;
import dev.baton.LeaderWork;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What one instance does for all: each duty is the work of a role. All that a duty does is writes, and each is fenced, so
 * a successor need not wait until the one before has noticed: the roles are taken over immediately.
 */
public final class LeaderDuties implements AutoCloseable {

    private final JobDatabase database;
    private final JobSettings settings;
    private final JobListeners listeners;
    private final WorkAnnouncer newWork;
    private final Function<String, Candidacy> candidacies;
    private final List<Campaign> campaigns = new ArrayList<>();

    public LeaderDuties(
            JobDatabase database,
            JobSettings settings,
            JobListeners listeners,
            WorkAnnouncer newWork,
            Function<String, Candidacy> candidacies) {
        this.database = database;
        this.settings = settings;
        this.listeners = listeners;
        this.newWork = newWork;
        this.candidacies = candidacies;
    }

    public void start() {
        stand(Jobs.SCHEDULER_ROLE, new SchedulerDuty(database, settings, listeners, newWork));
        stand(Jobs.AGGREGATOR_ROLE, new AggregatorDuty(database, listeners));
        stand(Jobs.COMPACTOR_ROLE, new CompactorDuty(database, settings));
    }

    private void stand(String role, LeaderWork work) {
        campaigns.add(database.baton().campaign(candidacies.apply(role), work));
    }

    /** How duties are stood for unless somebody says otherwise. */
    public static Candidacy immediate(Baton baton, String role) {
        Candidacy duty = Candidacy.of(role);
        Optional<Strategy> strategy = baton.strategy();
        if (strategy.isEmpty()) {
            return duty.with(Strategy.session().with(Takeover.IMMEDIATE), Strategy.lease60());
        }
        return duty.with(
                strategy.get() instanceof Strategy.Session session ? session.with(Takeover.IMMEDIATE) : strategy.get());
    }

    @Override
    public void close() {
        campaigns.forEach(Campaign::close);
    }
}
