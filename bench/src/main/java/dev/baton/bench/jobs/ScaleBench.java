package dev.baton.bench.jobs;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.jobs.Jobs;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Throughput with 10,000 and with 1,000,000 waiting rows. */
public final class ScaleBench implements Benchmark {

    @Override
    public String name() {
        return "jobs-scale";
    }

    @Override
    public String summary() {
        return "burn-down while 10,000 and while 1,000,000 more jobs are due";
    }

    @Override
    public void run(Settings settings, Report report) throws IOException, SQLException, InterruptedException {
        int measured = settings.rounds(50_000, 500);
        int many = settings.rounds(1_000_000, 5_000);
        try (JobsServer server = JobsServer.withTables()) {
            burn(server, measured, 10_000); // warms up
            Sample few = new Sample();
            few.add(burn(server, measured, 10_000));
            report.progress("%,d waiting", many);
            double million = burn(server, measured, many);
            few.add(burn(server, measured, 10_000));
            report.line("%,10d waiting: %s", 10_000, few.perSecond());
            report.line("%,10d waiting: %,.0f/s", many, million);
            report.verdict(Verdict.atLeast("throughput", 0.8, 1, million / few.median(), "× that with 10,000"));
        }
    }

    /** Burns down with so many waiting beyond those that are measured. */
    private static double burn(JobsServer server, int measured, int waiting) throws SQLException, InterruptedException {
        server.execute(
                "TRUNCATE baton_jobs, baton_job_runs",
                "INSERT INTO baton_jobs (id, job_name, next_run_time) SELECT " + JobsServer.NEW_ID + ", 'noop',"
                        + " clock_timestamp() - interval '1 minute' FROM generate_series(1, " + (waiting + measured)
                        + ")",
                "VACUUM ANALYZE baton_jobs",
                "CHECKPOINT");
        CountDownLatch done = new CountDownLatch(measured);
        try (Baton baton = server.baton("worker")) {
            long from = System.nanoTime();
            try (Jobs worker = Jobs.on(baton)
                    .withoutDuties()
                    .handler("noop", context -> {})
                    .listener(new Countdown(done))
                    .start()) {
                if (!done.await(5, TimeUnit.MINUTES)) {
                    throw new IllegalStateException("too slow: " + worker.workerId());
                }
                return Rates.perSecond(measured, System.nanoTime() - from);
            }
        }
    }
}
