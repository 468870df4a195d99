package dev.baton.jobs.worker;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.Claims;
import dev.baton.jobs.event.Listeners;
import dev.baton.jobs.event.NewWork;
import dev.baton.jobs.store.Base;
import dev.baton.jobs.store.Guard;
import dev.baton.sql.Hint;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that runs in the background, in the order in which it starts and ends. */
public final class Crew implements NewWork, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Crew.class);
    private static final Duration HINT_PAUSE = Duration.ofMillis(1);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    /** What this process does. */
    public record Plan(
            Handlers handlers,
            Set<String> capabilities,
            Map<String, Integer> queues,
            List<JobDefinition> definitions,
            boolean work) {}

    private final Base base;
    private final JobSettings settings;
    private final Plan plan;
    private final Claims claims = new Claims();
    private final Watch watch;
    private final Heart heart;
    private final Completer completer;
    private final Hint newWork;
    private final Hint cancellation;
    private final List<Pool> pools = new ArrayList<>();
    private final Housekeeping housekeeping;

    public Crew(Base base, JobSettings settings, Plan plan, Guard guard, Listeners listeners) {
        this.base = base;
        this.settings = settings;
        this.plan = plan;
        Counters counters = new Counters();
        this.watch = new Watch(claims, listeners, base.time());
        this.heart = new Heart(base, claims, watch, settings);
        this.completer = new Completer(base, claims, guard, listeners, counters);
        this.newWork = new Hint(base.baton().database(), Base.CHANNEL_NEW, HINT_PAUSE);
        this.cancellation = new Hint(base.baton().database(), Base.CHANNEL_CANCEL, HINT_PAUSE);
        Worker worker = new Worker(
                base,
                settings,
                plan.handlers(),
                plan.capabilities(),
                claims,
                completer,
                watch,
                guard,
                listeners,
                counters);
        if (plan.work()) {
            plan.queues().forEach((queue, threads) -> pools.add(new Pool(worker, queue, queue::equals, threads)));
            pools.add(new Pool(worker, "any", queue -> !plan.queues().containsKey(queue), settings.threads()));
        }
        this.housekeeping = new Housekeeping(worker, this, plan.definitions(), threads());
    }

    private int threads() {
        return pools.stream().mapToInt(Pool::threads).sum();
    }

    public void start() {
        refuseBadSetup();
        watch.start(settings.lockTimeout());
        heart.start();
        completer.start();
        housekeeping.start(plan.work());
        pools.forEach(Pool::start);
        base.baton().notifications().listen(Base.CHANNEL_NEW, payload -> wakeHere());
        base.baton().notifications().listen(Base.CHANNEL_CANCEL, payload -> heart.lookForCancellations());
    }

    private void refuseBadSetup() {
        try {
            base.ready();
        } catch (SQLException e) {
            LOG.warn("the database is out of reach ({}): jobs begin as soon as it answers", e.getMessage());
        }
    }

    @Override
    public void announceWork() {
        wakeHere();
        newWork.give();
    }

    @Override
    public void announceWorkIn(Duration delay) {
        watch.later(this::announceWork, delay);
    }

    void wakeHere() {
        pools.forEach(Pool::wake);
    }

    /** A run is to be cancelled, here or elsewhere. */
    public void announceCancellation() {
        heart.lookForCancellations();
        cancellation.give();
    }

    @Override
    public void close() {
        pools.forEach(Pool::stopClaiming);
        try {
            if (!awaitIdle(settings.stopTimeout())) {
                claims.all().forEach(claim -> claim.stop(Claim.Cause.SHUTDOWN, "its worker is shutting down"));
                if (!awaitIdle(LAST_WORDS)) {
                    LOG.warn("{} jobs did not stop; their locks will be reclaimed", claims.size());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pools.forEach(Pool::endSlots);
        completer.close(LAST_WORDS);
        housekeeping.close();
        watch.close();
        newWork.close();
        cancellation.close();
        heart.close();
    }

    private boolean awaitIdle(Duration atMost) throws InterruptedException {
        long deadline = base.time().elapsed() + atMost.toNanos();
        boolean idle = true;
        for (Pool pool : pools) {
            idle &= pool.awaitIdle(deadline);
        }
        return idle;
    }
}
