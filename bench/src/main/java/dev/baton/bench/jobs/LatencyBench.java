package dev.baton.bench.jobs;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** 200 jobs a second, from the call of enqueue to the handler's first line, with default settings. */
public final class LatencyBench implements Benchmark {

    private static final long PERIOD = 5_000_000;

    @Override
    public String name() {
        return "jobs-latency";
    }

    @Override
    public String summary() {
        return "200 jobs a second: from the call of enqueue to the first line of the handler";
    }

    @Override
    public void run(Settings settings, Report report) throws IOException, SQLException, InterruptedException {
        int jobs = settings.rounds(5_000, 200);
        try (JobsServer server = JobsServer.withTables()) {
            double[] other = measure(server, jobs, false);
            double[] own = measure(server, jobs, true);
            tell("submitted by another node", other, report);
            tell("submitted by the process that runs it", own, report);
            report.verdict(Verdict.atMost("another node, p50", 4, 2, at(other, 50), "ms"));
            report.verdict(Verdict.atMost("another node, p99", 12, 6, at(other, 99), "ms"));
            report.verdict(Verdict.atMost("the same process, p50", 4, 1.5, at(own, 50), "ms"));
            report.verdict(Verdict.atMost("the same process, p99", 12, 4, at(own, 99), "ms"));
        }
    }

    /** In milliseconds, sorted; the first fifth warms up. */
    private static double[] measure(JobsServer server, int jobs, boolean own)
            throws SQLException, InterruptedException {
        Map<UUID, Long> sent = new HashMap<>();
        ConcurrentHashMap<UUID, Long> begun = new ConcurrentHashMap<>();
        CountDownLatch left = new CountDownLatch(jobs);
        try (Baton here = server.baton("here");
                Baton there = server.baton("there");
                Jobs client = Jobs.on(there).clientOnly().start();
                Jobs worker = Jobs.on(here)
                        .withoutDuties()
                        .handler("noop", context -> {
                            begun.put(context.token().jobId(), System.nanoTime());
                            left.countDown();
                        })
                        .start()) {
            Jobs submitter = own ? worker : client;
            long next = System.nanoTime();
            for (int i = 0; i < jobs; i++) {
                while (System.nanoTime() < next) {
                    LockSupport.parkNanos(next - System.nanoTime());
                }
                long from = System.nanoTime();
                sent.put(submitter.enqueue(JobRequest.of("noop")).id(), from);
                next += PERIOD;
            }
            if (!left.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException(left.getCount() + " jobs never began");
            }
        }
        double[] millis = sent.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .skip(jobs / 5)
                .mapToDouble(e -> (begun.get(e.getKey()) - e.getValue()) / 1e6)
                .toArray();
        Arrays.sort(millis);
        return millis;
    }

    private static double at(double[] sorted, int percent) {
        return sorted[sorted.length * percent / 100];
    }

    private static void tell(String who, double[] sorted, Report report) {
        report.line(
                "%-40s p50 %.2f ms, p99 %.2f ms, worst %.2f ms (%d jobs)",
                who, at(sorted, 50), at(sorted, 99), sorted[sorted.length - 1], sorted.length);
    }
}
