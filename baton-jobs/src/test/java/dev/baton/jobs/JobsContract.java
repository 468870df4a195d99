package dev.baton.jobs;

import dev.baton.testkit.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** What jobs promise on every database. */
@Timeout(240)
abstract class JobsContract
        implements OneOffContract,
                OnceContract,
                BatchContract,
                PoolContract,
                CancelContract,
                OddRowContract,
                RefusedRowContract,
                HeldJobContract,
                FailureContract,
                RecurringContract,
                ClaimContract,
                ClaimOrderContract,
                WorkerContract,
                WithoutThreadContract,
                AdminContract,
                ToldContract,
                DutyContract {

    private final Recorder heard = new Recorder();
    private Cluster cluster;

    protected abstract TestDatabase fresh();

    @BeforeEach
    void open() {
        cluster = new Cluster(fresh());
    }

    @AfterEach
    void close() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    public Cluster cluster() {
        return cluster;
    }

    @Override
    public Recorder heard() {
        return heard;
    }
}
