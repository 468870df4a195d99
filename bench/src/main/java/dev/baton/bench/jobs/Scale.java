package dev.baton.bench.jobs;

import dev.baton.jobs.Jobs;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Throughput with 10,000 and with 1,000,000 waiting rows. */
final class Scale {

    private static final int MEASURED = 50_000;

    private Scale() {}

    static void run() throws IOException, SQLException, InterruptedException {
        try (JobsServer server = new JobsServer()) {
            server.baton("schema").close();
            measure(server, 10_000); // warms up
            double few = measure(server, 10_000);
            double many = measure(server, 1_000_000);
            JobsBench.say("1,000,000 waiting / 10,000 waiting: %.2f", many / few);
        }
    }

    /** Burns down with so many waiting beyond those that are measured. */
    private static double measure(JobsServer server, int waiting) throws SQLException, InterruptedException {
        server.execute("TRUNCATE baton_jobs, baton_job_runs");
        server.execute("INSERT INTO baton_jobs (id, job_name, next_run_time) SELECT gen_random_uuid(), 'noop',"
                + " clock_timestamp() - interval '1 minute' FROM generate_series(1, " + (waiting + MEASURED) + ")");
        server.execute("VACUUM ANALYZE baton_jobs");
        server.execute("CHECKPOINT");
        CountDownLatch done = new CountDownLatch(MEASURED);
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
                double rate = JobsBench.rate(MEASURED, System.nanoTime() - from);
                JobsBench.say("%,10d waiting: %,9.0f jobs/s", waiting, rate);
                return rate;
            }
        }
    }
}
