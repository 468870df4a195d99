package dev.baton.jobs.worker;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.sql.Notifications;
import dev.baton.sql.ThrottledAnnouncement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that runs jobs in this process, in the order in which it starts and ends. */
public final class JobWorker implements WorkAnnouncer, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JobWorker.class);
    private static final Duration HINT_PAUSE = Duration.ofMillis(1);
    private static final Duration LAST_WRITES = Duration.ofSeconds(5);

    /** What this process runs, and with how many threads. */
    public record Plan(
            JobHandlers handlers,
            Set<String> capabilities,
            Map<String, Integer> queues,
            List<JobDefinition> definitions,
            boolean work) {}

    private final JobDatabase database;
    private final JobSettings settings;
    private final Plan plan;
    private final HeldClaims claims = new HeldClaims();
    private final ClaimWatchdog watchdog;
    private final HeartbeatSender heartbeats;
    private final EndingWriter endings;
    private final ThrottledAnnouncement newWork;
    private final ThrottledAnnouncement cancellation;
    private final List<QueueThreads> queueThreads = new ArrayList<>();
    private final Housekeeping housekeeping;
    private final AtomicInteger hintsToCome = new AtomicInteger();
    private final List<Notifications.Listening> listening = new ArrayList<>();

    public JobWorker(
            JobDatabase database, JobSettings settings, Plan plan, DatabaseRetry retry, JobListeners listeners) {
        this.database = database;
        this.settings = settings;
        this.plan = plan;
        Counters counters = new Counters();
        this.watchdog = new ClaimWatchdog(claims, listeners, database.stopwatch());
        this.heartbeats = new HeartbeatSender(database, claims, watchdog, settings);
        this.endings = new EndingWriter(database, claims, retry, listeners, counters, this);
        this.newWork = new ThrottledAnnouncement(database.baton().database(), JobDatabase.CHANNEL_NEW, HINT_PAUSE);
        this.cancellation =
                new ThrottledAnnouncement(database.baton().database(), JobDatabase.CHANNEL_CANCEL, HINT_PAUSE);
        WorkerParts worker = new WorkerParts(
                database,
                settings,
                plan.handlers(),
                plan.capabilities(),
                claims,
                endings,
                watchdog,
                heartbeats,
                retry,
                listeners,
                counters);
        if (plan.work()) {
            plan.queues()
                    .forEach((queue, threads) ->
                            queueThreads.add(new QueueThreads(worker, queue, queue::equals, threads)));
            queueThreads.add(
                    new QueueThreads(worker, "any", queue -> !plan.queues().containsKey(queue), settings.threads()));
        }
        this.housekeeping = new Housekeeping(worker, this, plan.definitions(), threads());
    }

    private int threads() {
        return queueThreads.stream().mapToInt(QueueThreads::threads).sum();
    }

    public void start() {
        refuseBadSetup();
        watchdog.start(settings.lockTimeout());
        heartbeats.start();
        endings.start();
        housekeeping.start(plan.work());
        queueThreads.forEach(QueueThreads::start);
        Notifications notifications = database.baton().notifications();
        listening.add(notifications.listen(JobDatabase.CHANNEL_NEW, payload -> wakeHere()));
        listening.add(notifications.listen(JobDatabase.CHANNEL_CANCEL, payload -> heartbeats.lookForCancellations()));
    }

    private void refuseBadSetup() {
        try {
            database.ready();
        } catch (SQLException e) {
            LOG.warn("the database is out of reach ({}): jobs begin as soon as it answers", e.getMessage());
        }
    }

    @Override
    public void announceWork() {
        wakeHere();
        newWork.announceSoon();
    }

    @Override
    public void announceWorkIn(Duration delay) {
        hintsToCome.incrementAndGet();
        watchdog.runLater(
                () -> {
                    hintsToCome.decrementAndGet();
                    announceWork();
                },
                delay);
    }

    void wakeHere() {
        queueThreads.forEach(QueueThreads::wake);
    }

    /** A run is to be cancelled, here or elsewhere. */
    public void announceCancellation() {
        heartbeats.lookForCancellations();
        cancellation.announceSoon();
    }

    @Override
    public void close() {
        queueThreads.forEach(QueueThreads::stopClaiming);
        try {
            if (!awaitIdle(settings.stopTimeout())) {
                claims.all().forEach(claim -> claim.stopRun(Claim.Cause.SHUTDOWN, "its worker is shutting down"));
                if (!awaitIdle(LAST_WRITES)) {
                    LOG.warn("{} jobs did not stop; their locks will be reclaimed", claims.size());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        listening.forEach(Notifications.Listening::close);
        queueThreads.forEach(QueueThreads::endThreads);
        endings.close(LAST_WRITES);
        housekeeping.close();
        watchdog.close();
        if (hintsToCome.get() > 0) {
            newWork.announceSoon(); // what they are about may be there by now, and others see themselves when it is due
        }
        newWork.close();
        cancellation.close();
        heartbeats.close();
    }

    private boolean awaitIdle(Duration atMost) throws InterruptedException {
        long deadline = database.stopwatch().elapsed() + atMost.toNanos();
        boolean idle = true;
        for (QueueThreads queue : queueThreads) {
            idle &= queue.awaitIdle(deadline);
        }
        return idle;
    }
}
