package dev.baton.bench.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.TestDatabase;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The same jobs on the databases that are not PostgreSQL, where they are installed. */
public final class DatabasesBench implements Benchmark {

    @Override
    public String name() {
        return "jobs-databases";
    }

    @Override
    public String summary() {
        return "enqueue and burn-down of no-op jobs on H2 (in memory) and on MariaDB where it is installed";
    }

    @Override
    public void run(Settings settings, Report report) throws SQLException, ExecutionException, InterruptedException {
        int jobs = settings.rounds(20_000, 500);
        double least = measure("H2, in memory", H2Database.fresh(), jobs, report);
        if (MariaDbServer.isInstalled()) {
            least = Math.min(least, measure("MariaDB, as it comes", MariaDbDatabase.fresh(), jobs, report));
        }
        report.verdict(Verdict.atLeast("burn-down on the slowest", 100, 1_000, least, "jobs/s"));
    }

    /** The second of two rounds. */
    private static double measure(String name, TestDatabase database, int jobs, Report report)
            throws SQLException, ExecutionException, InterruptedException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(20);
        try (database;
                HikariDataSource pool = new HikariDataSource(config);
                Baton baton = Baton.on(pool)
                        .leadership(database.dataSource())
                        .component(JobsSchema.COMPONENT)
                        .start()) {
            round(baton, jobs);
            double[] rates = round(baton, jobs);
            report.line("%-24s burn-down %,9.0f/s   enqueue %,9.0f/s", name, rates[1], rates[0]);
            return rates[1];
        }
    }

    private static double[] round(Baton baton, int jobs) throws SQLException, ExecutionException, InterruptedException {
        double enqueue;
        List<JobRequest> batch = Collections.nCopies(500, JobRequest.of("noop").payload("{\"n\": 1}"));
        try (Jobs client = Jobs.on(baton).clientOnly().start()) {
            enqueue = BurnBench.rate(jobs, Parallel.nanos(4, jobs / 500, () -> client.enqueue(batch)));
        }
        CountDownLatch done = new CountDownLatch(jobs);
        long from = System.nanoTime();
        try (Jobs worker = Jobs.on(baton)
                .withoutDuties()
                .handler("noop", context -> {})
                .listener(new Countdown(done))
                .start()) {
            if (!done.await(5, TimeUnit.MINUTES)) {
                throw new IllegalStateException(done.getCount() + " jobs were left by " + worker.workerId());
            }
            return new double[] {enqueue, BurnBench.rate(jobs, System.nanoTime() - from)};
        }
    }
}
