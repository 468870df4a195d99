package dev.baton.jobs;

import dev.baton.sql.Candidacy;
import dev.baton.sql.Hint;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that runs in the background, in the order in which it starts and ends. */
final class Crew implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Crew.class);
    private static final Duration HINT_PAUSE = Duration.ofMillis(1);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    /** What this process does. */
    record Plan(
            Handlers handlers,
            Set<String> capabilities,
            Map<String, Integer> queues,
            List<JobDefinition> definitions,
            boolean work,
            boolean duties,
            Function<String, Candidacy> candidacies) {}

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
    private final Duties duties;
    private final AtomicBoolean closed = new AtomicBoolean();

    Crew(Base base, JobSettings settings, Plan plan, Guard guard, Listeners listeners) {
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
        this.duties = new Duties(base, settings, listeners, this, plan.candidacies());
    }

    private int threads() {
        return pools.stream().mapToInt(Pool::threads).sum();
    }

    void start() {
        refuseBadSetup();
        watch.start(settings.lockTimeout());
        heart.start();
        completer.start();
        housekeeping.start(plan.work());
        pools.forEach(Pool::start);
        base.baton().notifications().listen(Base.CHANNEL_NEW, payload -> wakeHere());
        base.baton().notifications().listen(Base.CHANNEL_CANCEL, payload -> heart.lookForCancellations());
        if (plan.duties()) {
            duties.start();
        }
    }

    private void refuseBadSetup() {
        try {
            base.ready();
        } catch (SQLException e) {
            LOG.warn("the database is out of reach ({}): jobs begin as soon as it answers", e.getMessage());
        }
    }

    /** Work was committed: tells this process and the others. */
    void newWork() {
        wakeHere();
        newWork.give();
    }

    void newWorkIn(Duration delay) {
        watch.later(this::newWork, delay);
    }

    void wakeHere() {
        pools.forEach(Pool::wake);
    }

    /** A run is to be cancelled, here or elsewhere. */
    void cancellation() {
        heart.lookForCancellations();
        cancellation.give();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        duties.close();
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
