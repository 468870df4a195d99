package dev.baton.bench;

import dev.baton.bench.failover.FailoverBench;
import dev.baton.bench.failover.KillsBench;
import dev.baton.bench.failover.RolesFailoverBench;
import dev.baton.bench.failover.ShardsFailoverBench;
import dev.baton.bench.fence.FenceBench;
import dev.baton.bench.fence.TakeoverBench;
import dev.baton.bench.gate.GateBench;
import dev.baton.bench.jobs.BurnBench;
import dev.baton.bench.jobs.DatabasesBench;
import dev.baton.bench.jobs.EnqueueBench;
import dev.baton.bench.jobs.LatencyBench;
import dev.baton.bench.jobs.ProcessesBench;
import dev.baton.bench.jobs.ScaleBench;
import dev.baton.bench.locks.LocksBench;
import dev.baton.bench.report.Report;
import dev.baton.bench.server.AcceptHttpBench;
import dev.baton.bench.server.HttpJobsBench;
import dev.baton.bench.server.ServerBench;
import dev.baton.bench.submissions.AcceptBench;
import dev.baton.bench.submissions.BacklogBench;
import dev.baton.bench.submissions.ExecuteBench;
import dev.baton.bench.submissions.ExecutorShardsBench;
import dev.baton.bench.submissions.IntentLatencyBench;
import dev.baton.bench.transfer.TransferBench;
import dev.baton.bench.waiting.IdleBench;
import dev.baton.bench.waiting.IdleMariaDbBench;
import dev.baton.bench.waiting.ShardsIdleBench;
import dev.baton.bench.waiting.WaitingBench;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs benchmarks by name. Results go to standard output, progress to standard error. */
public final class Bench {

    private static final List<Benchmark> ALL = List.of(
            new GateBench(),
            new FailoverBench(),
            new KillsBench(),
            new RolesFailoverBench(),
            new ShardsFailoverBench(),
            new TransferBench(),
            new FenceBench(),
            new TakeoverBench(),
            new WaitingBench(),
            new IdleBench(),
            new IdleMariaDbBench(),
            new ShardsIdleBench(),
            new LocksBench(),
            new AcceptBench(),
            new ExecuteBench(),
            new IntentLatencyBench(),
            new BacklogBench(),
            new ExecutorShardsBench(),
            new BurnBench(),
            new EnqueueBench(),
            new LatencyBench(),
            new ScaleBench(),
            new ProcessesBench(),
            new DatabasesBench(),
            new AcceptHttpBench(),
            new HttpJobsBench(),
            new ServerBench());

    private Bench() {}

    public static void main(String[] args) throws Exception {
        List<String> names = new ArrayList<>(List.of(args));
        boolean quick = names.remove("--quick");
        if (names.isEmpty() || names.contains("--help") || names.contains("-h")) {
            System.out.print(help());
            return;
        }
        List<Benchmark> chosen = new ArrayList<>();
        for (String name : names) {
            if (name.equals("all")) {
                chosen.addAll(ALL);
            } else {
                chosen.add(find(name));
            }
        }
        int number = 0;
        for (Benchmark benchmark : chosen) {
            System.err.println(progress(number++, chosen.size(), benchmark.name()));
            Report report = new Report(benchmark.name(), System.out, System.err);
            benchmark.run(new Settings(quick), report);
        }
        System.exit(0); // what a benchmark left running must not keep the program
    }

    /** How many are over, for people who wait. */
    private static String progress(int done, int all, String name) {
        int width = 30;
        int filled = width * done / all;
        return "[" + "#".repeat(filled) + "-".repeat(width - filled) + "] " + done + "/" + all + " " + name;
    }

    private static Benchmark find(String name) {
        return ALL.stream()
                .filter(benchmark -> benchmark.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no benchmark '" + name + "'\n" + help()));
    }

    private static String help() {
        StringBuilder text = new StringBuilder("""
            Usage: bench/run [--quick] NAME...

            Measures Baton beside a floor (and its peers) in the same run, on a durable PostgreSQL of its own.
            --quick takes seconds and proves only that it runs. 'all' runs everything.

            """);
        for (Benchmark benchmark : ALL) {
            text.append(String.format(Locale.ROOT, "  %-15s %s%n", benchmark.name(), benchmark.summary()));
        }
        return text.toString();
    }
}
