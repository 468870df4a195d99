package dev.baton.bench.jobs;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.BackgroundJob;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/** JobRunr with 50 workers, which were its best here, and the shortest polling that it takes. */
public final class JobRunrContestant implements Contestant {

    private static final AtomicInteger RUNS = new AtomicInteger();

    private final JobsServer server;

    JobRunrContestant(JobsServer server) {
        this.server = server;
        storage();
    }

    private StorageProvider storage() {
        return SqlStorageProviderFactory.using(server.pool());
    }

    /** The job. Public: it is called by its name. */
    public static void work(int number) {
        RUNS.incrementAndGet();
    }

    @Override
    public String name() {
        return "JobRunr, 50 workers, polling every 5 s";
    }

    @Override
    public int share() {
        return 10;
    }

    @Override
    public long enqueue(int jobs) throws Exception {
        server.execute("TRUNCATE jobrunr_jobs CASCADE");
        JobRunr.configure().useStorageProvider(storage()).initialize();
        try {
            long from = System.nanoTime();
            BackgroundJob.enqueue(IntStream.range(0, jobs).boxed(), number -> work(number));
            return System.nanoTime() - from;
        } finally {
            JobRunr.destroy();
        }
    }

    @Override
    public long burnDown(int jobs) {
        RUNS.set(0);
        long from = System.nanoTime();
        JobRunr.configure()
                .useStorageProvider(storage())
                .useBackgroundJobServer(BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(50)
                        .andPollInterval(Duration.ofSeconds(5)))
                .initialize();
        try {
            while (RUNS.get() < jobs) {
                LockSupport.parkNanos(1_000_000);
            }
            return System.nanoTime() - from;
        } finally {
            JobRunr.destroy();
        }
    }
}
