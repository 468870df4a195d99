package dev.baton.bench.jobs;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.sql.Baton;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Baton with its defaults. */
final class BatonContestant implements Contestant {

    private static final int LARGEST_BATCH = 5_000;

    private final JobsDatabase server;
    private final Shape shape;

    BatonContestant(JobsDatabase server) {
        this(server, Shape.NO_OP);
    }

    BatonContestant(JobsDatabase server, Shape shape) {
        this.server = server;
        this.shape = shape;
        server.baton("schema").close();
    }

    @Override
    public String name() {
        return "Baton, defaults";
    }

    @Override
    public long enqueue(int jobs) throws SQLException, ExecutionException, InterruptedException {
        server.execute("TRUNCATE TABLE baton_jobs", "TRUNCATE TABLE baton_job_runs");
        int size = Math.min(LARGEST_BATCH, jobs);
        List<JobRequest> batch = IntStream.range(0, size)
                .mapToObj(job -> JobRequest.of("noop").payload(shape.payload()).queue(shape.queue(job)))
                .toList();
        try (Baton baton = server.baton("client");
                Jobs client = Jobs.on(baton).clientOnly().start()) {
            return Parallel.nanos(10, jobs / size, () -> client.enqueue(batch));
        }
    }

    @Override
    public long burnDown(int jobs) throws SQLException, InterruptedException {
        CountDownLatch done = new CountDownLatch(jobs);
        try (Baton baton = server.baton("worker")) {
            long from = System.nanoTime();
            try (Jobs worker = Jobs.on(baton)
                    .settings(JobSettings.DEFAULT)
                    .withoutDuties()
                    .handler("noop", context -> {})
                    .listener(new Countdown(done))
                    .start()) {
                if (!done.await(5, TimeUnit.MINUTES)) {
                    throw new IllegalStateException(
                            done.getCount() + " jobs were not completed by " + worker.workerId());
                }
                return System.nanoTime() - from;
            } finally {
                check(jobs);
            }
        }
    }

    private void check(int jobs) throws SQLException {
        long recorded = server.number("SELECT count(DISTINCT job_id) FROM baton_job_runs WHERE outcome = 'completed'");
        if (recorded != jobs) {
            throw new IllegalStateException(recorded + " of " + jobs + " jobs have a record of one completed run");
        }
    }
}
