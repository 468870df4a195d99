package dev.baton.jobs;

import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Jobs in this process: enqueues them, runs them, takes its share in looking after them. Built from a {@link Baton} that
 * has the tables of {@link JobsSchema#COMPONENT}. Thread-safe; one instance per Baton is the rule.
 */
public interface Jobs extends AutoCloseable {

    /** The role of the node that makes jobs of what crons have due, and frees jobs whose worker is gone. */
    String SCHEDULER_ROLE = "scheduler";

    /** The role of the node that counts queues now and then. */
    String AGGREGATOR_ROLE = "metrics-aggregator";

    /** The role of the node that removes what is too old. */
    String COMPACTOR_ROLE = "log-compactor";

    /** All roles that a process with jobs stands for. */
    Set<String> ROLES = Set.of(SCHEDULER_ROLE, AGGREGATOR_ROLE, COMPACTOR_ROLE);

    /** Begins to configure. */
    static JobsBuilder on(Baton baton) {
        return JobsProvider.find().builderOn(baton);
    }

    /** Who this process is in {@code locked_by}. */
    String workerId();

    /** Stores a job. */
    Enqueued enqueue(JobRequest request) throws SQLException;

    /** Stores many jobs in one transaction: all or none. Answers in the same order. */
    List<Enqueued> enqueue(List<JobRequest> requests) throws SQLException;

    /**
     * Stores a job in the caller's transaction: it exists if and when that commits. Workers are woken a few times in the
     * next half second, and then look for it for five seconds more. Where the transaction takes longer, call {@link #wake()} after the
     * commit, or the job may wait for as long as a worker goes without looking.
     */
    Enqueued enqueue(Connection connection, JobRequest request) throws SQLException;

    /** Stores many jobs in the caller's transaction. */
    List<Enqueued> enqueue(Connection connection, List<JobRequest> requests) throws SQLException;

    /** Tells workers, here and elsewhere, that there may be work. */
    void wake();

    /** What operators do. */
    JobAdmin admin();

    /** Takes no more jobs, waits for those that run, tells the rest to stop, and leaves. Heartbeats end last. Idempotent. */
    @Override
    void close();
}
