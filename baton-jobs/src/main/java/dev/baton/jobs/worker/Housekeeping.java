package dev.baton.jobs.worker;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.event.ReclaimReport;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.schedule.RecurringDefinitions;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.KeptConnection;
import dev.baton.jobs.store.PortableStore;
import dev.baton.jobs.store.StaleClaimReclaim;
import dev.baton.support.TellableError;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every worker does by itself now and then: stores its definitions, frees jobs that were left behind (so that work
 * goes on without any leader), reports itself, and says which jobs nobody here can run.
 */
final class Housekeeping implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration REPORT = Duration.ofSeconds(5);
    private static final Duration ROUND = Duration.ofMinutes(1);

    private final WorkerParts worker;
    private final WorkAnnouncer newWork;
    private final List<JobDefinition> unstored;
    private final int threads;
    private final KeptConnection connection;
    private final StaleClaimReclaim leftBehind = new StaleClaimReclaim();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-jobs-housekeeping"));
    private boolean working;

    Housekeeping(WorkerParts worker, WorkAnnouncer newWork, List<JobDefinition> definitions, int threads) {
        this.worker = worker;
        this.newWork = newWork;
        this.unstored = new ArrayList<>(definitions);
        this.threads = threads;
        this.connection = worker.database().keepConnection();
    }

    void start(boolean work) {
        working = work;
        if (work) {
            Duration poll = worker.settings().pollInterval();
            Duration lock = worker.settings().lockTimeout().dividedBy(4);
            every(poll.compareTo(lock) < 0 ? poll : lock, this::reclaim);
            every(REPORT, this::report);
            every(ROUND, this::warnOfUnhandled);
        }
        if (!unstored.isEmpty()) {
            thread.execute(() -> once(this::define));
        }
    }

    /** A round of work. */
    @FunctionalInterface
    private interface Round {
        void run() throws SQLException;
    }

    private void every(Duration pause, Round round) {
        @SuppressWarnings("unused") // it ends with the executor
        var unused = thread.scheduleWithFixedDelay(() -> attempt(round), 0, pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** As soon as the database takes it. */
    private void once(Round round) {
        if (!attempt(round) && !thread.isShutdown()) {
            @SuppressWarnings("unused") // it ends with the executor
            var unused = thread.schedule(() -> once(round), RETRY.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private boolean attempt(Round round) {
        try {
            round.run();
            return true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("housekeeping waits for the database", e);
            return false;
        } catch (Error e) { // else there would be no further round
            LOG.error("housekeeping failed, and is tried again", TellableError.of(e));
            return false;
        } finally {
            connection.returnToPool();
        }
    }

    private void define() throws SQLException {
        for (JobDefinition definition : List.copyOf(unstored)) {
            if (stored(definition)) {
                unstored.remove(definition);
            }
        }
        newWork.announceWork();
        if (!unstored.isEmpty()) {
            @SuppressWarnings("unused") // it ends with the executor
            var unused = thread.schedule(() -> once(this::define), ROUND.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** One that the database refuses does not take the next ones with it. */
    private boolean stored(JobDefinition definition) throws SQLException {
        RecurringDefinitions recurring = new RecurringDefinitions(worker.database(), worker.settings());
        try {
            return connection.useConnection(c -> recurring.storeDefinition(c, definition));
        } catch (SQLException | RuntimeException e) {
            if (e instanceof SQLException error && !worker.database().dialect().isDataError(error)) {
                throw e;
            }
            LOG.error("recurring job '{}' cannot be stored: {}", definition.name(), e.getMessage());
            return false;
        }
    }

    /** Announced after an error too: some may have been freed before it, or without an answer. */
    private void reclaim() throws SQLException {
        boolean nothing = false;
        try {
            nothing = freed().isEmpty();
        } finally {
            if (!nothing) {
                newWork.announceWork();
            }
        }
    }

    private List<JobStore.Reclaimed> freed() throws SQLException {
        JobStore store = worker.database().store();
        List<JobStore.Reclaimed> freed = leftBehind.reclaimNext(
                worker.database().dialect(),
                from -> connection.useConnection(c -> store.findStaleClaims(c, from)),
                batch -> connection.useConnection(c -> store.reclaimJobs(c, batch)));
        ReclaimReport.reportReclaimed(freed, worker.listeners());
        return freed;
    }

    private void report() throws SQLException {
        connection.useConnection(c -> {
            if (reportWith("worker-update", c) == 0) {
                reportWith("worker-insert", c);
            }
            return null;
        });
    }

    private int reportWith(String statement, java.sql.Connection c) throws SQLException {
        Counters counters = worker.counters();
        return worker.database()
                .sql()
                .get(statement)
                .set("worker", worker.database().workerId())
                .set("node", worker.database().baton().nodeId())
                .set("threads", threads)
                .set("busy", counters.busy.get())
                .set("completed", counters.completed.sum())
                .set("failed", counters.failed.sum())
                .set("refused", counters.refused.sum())
                .update(c);
    }

    private void warnOfUnhandled() throws SQLException {
        connection.useConnection(c -> worker.database()
                .sql()
                .get("unhandled")
                .set("handlers", PortableStore.listed(worker.handlers().names()))
                .all(c, row -> {
                    String handler = row.getString("handler");
                    long due = row.getLong("due");
                    LOG.warn(
                            "{} due job(s) wait for a handler '{}' that is not registered here: they are kept;"
                                    + " register it, or cancel them",
                            due,
                            handler);
                    worker.listeners().notifyListeners(l -> l.unhandled(handler, due));
                    return handler;
                }));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (thread.awaitTermination(JobDatabase.CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) && working) {
                connection.useConnection(c -> worker.database()
                        .sql()
                        .get("worker-delete")
                        .set("worker", worker.database().workerId())
                        .update(c));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("this worker could not sign off", e);
        } finally {
            connection.close();
        }
    }
}
