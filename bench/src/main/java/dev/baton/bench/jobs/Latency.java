package dev.baton.bench.jobs;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** 200 jobs a second, from the commit's acknowledgement to the handler's first line, with default settings. */
final class Latency {

    private static final int JOBS = 4_000;
    private static final int WARM_UP = 1_000;
    private static final long PERIOD = 5_000_000;

    private Latency() {}

    static void run() throws IOException, SQLException, InterruptedException {
        try (JobsServer server = new JobsServer()) {
            measure(server, false);
            measure(server, true);
        }
    }

    private static void measure(JobsServer server, boolean own) throws SQLException, InterruptedException {
        ConcurrentHashMap<UUID, Long> sent = new ConcurrentHashMap<>();
        ConcurrentHashMap<UUID, Long> begun = new ConcurrentHashMap<>();
        CountDownLatch left = new CountDownLatch(JOBS);
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
            for (int i = 0; i < JOBS; i++) {
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
        report(own, sent, begun);
    }

    private static void report(boolean own, ConcurrentHashMap<UUID, Long> sent, ConcurrentHashMap<UUID, Long> begun) {
        double[] millis = sent.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .skip(WARM_UP)
                .mapToDouble(e -> (begun.get(e.getKey()) - e.getValue()) / 1e6)
                .toArray();
        Arrays.sort(millis);
        JobsBench.say(
                "200/s, submitted by %s: insert (call) to start p50 %.2f ms, p99 %.2f ms, max %.2f ms",
                own ? "the process that runs it" : "another node",
                millis[millis.length / 2],
                millis[millis.length * 99 / 100],
                millis[millis.length - 1]);
    }
}
