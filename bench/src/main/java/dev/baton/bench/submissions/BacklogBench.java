package dev.baton.bench.submissions;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.submissions.model.SubmissionListener;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A new leader with a long backlog: how long after its gate opened the first attempt calls the gateway. */
public final class BacklogBench implements Benchmark {

    private static final int CHUNK = 250_000;
    private static final double MEBIBYTE = 1024 * 1024;

    @Override
    public String name() {
        return "backlog";
    }

    @Override
    public String summary() {
        return "first attempt of a new leader with 1,000,000 pending intents (BATON_BENCH_BACKLOG for another number)";
    }

    @Override
    public void run(Settings settings, Report report) throws InterruptedException, IOException, SQLException {
        String wanted = System.getenv("BATON_BENCH_BACKLOG");
        int backlog = wanted == null ? settings.rounds(1_000_000, 10_000) : Integer.parseInt(wanted);
        Sample cold = new Sample();
        Sample first = new Sample();
        Sample heap = new Sample();
        try (DurablePostgres postgres = DurablePostgres.start();
                IntentNode client = IntentNode.follower(postgres)) {
            client.manager.accept(IntentNode.request("model", 0, "quick"));
            fill(postgres, backlog, report);
            for (int round = 0; round < settings.rounds(6, 2); round++) {
                lead(postgres, round == 0 ? cold : first, heap);
            }
        }
        report.line("%,d pending, gate open to first call, the process's first term: %s", backlog, cold.millis());
        report.line("%,d pending, gate open to first call, later terms: %s", backlog, first.millis());
        report.line("heap of the process while executing: at most %.0f MiB", heap.max());
        report.verdict(Verdict.atMost("first attempt, first term", 250, 100, cold.max(), "ms"));
        report.verdict(Verdict.atMost("first attempt, later terms, the slowest", 250, 100, first.max(), "ms"));
        report.verdict(Verdict.atMost("heap", 256, 128, heap.max(), "MiB"));
    }

    /** The indexes are built afterwards, which takes a fraction of the time. */
    private static void fill(DurablePostgres postgres, int backlog, Report report) throws SQLException {
        String indexes = " FROM pg_indexes WHERE tablename = 'submission_intents' AND indexname NOT LIKE '%pkey'";
        String build = postgres.text("SELECT string_agg(indexdef, ';')" + indexes);
        postgres.execute(postgres.text("SELECT string_agg('DROP INDEX ' || indexname, ';')" + indexes));
        for (int from = 1; from <= backlog; from += CHUNK) {
            IntentNode.fill(postgres, "model-000000000", "b", from, Math.min(backlog, from + CHUNK - 1));
            report.progress("%,d intents", Math.min(backlog, from + CHUNK - 1));
        }
        postgres.execute("SET maintenance_work_mem = '1GB'", build, "VACUUM ANALYZE submission_intents", "CHECKPOINT");
        report.progress("indexes built");
    }

    private static void lead(DurablePostgres postgres, Sample first, Sample heap) throws InterruptedException {
        AtomicLong called = new AtomicLong();
        CountDownLatch some = new CountDownLatch(2_000);
        SubmissionListener watch = new SubmissionListener() {
            @Override
            public void calling(String intentId, int attempt) {
                called.compareAndSet(0, System.nanoTime());
                some.countDown();
            }
        };
        try (IntentNode leader = IntentNode.leader(postgres, settings -> settings, watch)) {
            leader.awaitLeader();
            long open = System.nanoTime();
            if (!some.await(2, TimeUnit.MINUTES)) {
                throw new IllegalStateException("2,000 intents were not executed in two minutes");
            }
            first.addNanos(Math.max(0, called.get() - open));
            System.gc();
            heap.add(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE);
        }
    }
}
