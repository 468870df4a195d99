package dev.baton.bench.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** Quartz, JDBC, clustered, as its documentation says: 50 threads, triggers acquired 50 at a time within the lock. */
final class QuartzContestant implements Contestant {

    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";

    private final JobsServer server;

    QuartzContestant(JobsServer server) throws IOException, SQLException {
        this.server = server;
        try (var script = Scheduler.class.getResourceAsStream(TABLES)) {
            server.execute(new String(Objects.requireNonNull(script, TABLES).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** The job. Public: it is made by its name. */
    public static final class Work implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            RUNS.incrementAndGet();
        }
    }

    @Override
    public String name() {
        return "Quartz, clustered, 50 threads, batches of 50";
    }

    @Override
    public int share() {
        return 50;
    }

    private Scheduler scheduler() throws SchedulerException {
        Properties p = new Properties();
        p.setProperty("org.quartz.scheduler.instanceName", "bench");
        p.setProperty("org.quartz.scheduler.instanceId", "AUTO");
        p.setProperty("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", "50");
        p.setProperty("org.quartz.threadPool.threadCount", "50");
        p.setProperty("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
        p.setProperty("org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
        p.setProperty("org.quartz.jobStore.isClustered", "true");
        p.setProperty("org.quartz.jobStore.acquireTriggersWithinLock", "true");
        p.setProperty("org.quartz.jobStore.dataSource", "bench");
        p.setProperty("org.quartz.dataSource.bench.provider", "hikaricp");
        p.setProperty("org.quartz.dataSource.bench.driver", "org.postgresql.Driver");
        p.setProperty("org.quartz.dataSource.bench.URL", server.postgres().url());
        p.setProperty("org.quartz.dataSource.bench.maxConnections", "20");
        return new StdSchedulerFactory(p).getScheduler();
    }

    @Override
    public long enqueue(int jobs) throws SchedulerException, ExecutionException, InterruptedException {
        Scheduler scheduler = scheduler();
        try {
            scheduler.clear();
            return Parallel.nanos(10, jobs, () -> {
                String name = UUID.randomUUID().toString();
                return scheduler.scheduleJob(
                        JobBuilder.newJob(Work.class).withIdentity(name).build(),
                        TriggerBuilder.newTrigger()
                                .withIdentity(name)
                                .startNow()
                                .build());
            });
        } finally {
            scheduler.shutdown(true);
        }
    }

    @Override
    public long burnDown(int jobs) throws SchedulerException {
        RUNS.set(0);
        Scheduler scheduler = scheduler();
        try {
            long from = System.nanoTime();
            scheduler.start();
            while (RUNS.get() < jobs) {
                LockSupport.parkNanos(1_000_000);
            }
            return System.nanoTime() - from;
        } finally {
            scheduler.shutdown(true);
        }
    }
}
