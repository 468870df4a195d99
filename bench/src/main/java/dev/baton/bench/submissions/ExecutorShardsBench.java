package dev.baton.bench.submissions;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An executor on one node beside one that three nodes share in 16 shards, each with 16 calls at once and a gateway that takes 20 ms. The
 * rate is taken while every node has work: from a fifth to three fifths of the queue. The floor is one bare loop for each node, which
 * claims 16 rows, waits for 20 ms and writes 16 results. No rate can be above 16 calls in 20 ms for each node.
 * {@code BATON_BENCH_GATEWAY_MILLIS} sets another time, {@code BATON_BENCH_AT_ONCE} another number of calls.
 */
public final class ExecutorShardsBench implements Benchmark {

    private static final int NODES = 3;
    private static final double MOST = ExecutorNode.AT_ONCE * 1e3 / ExecutorNode.GATEWAY.toMillis();

    @Override
    public String name() {
        return "executor-shards";
    }

    @Override
    public String summary() {
        return "executing with a gateway that takes 20 ms: three nodes that share 16 shards against one node";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        int perNode = Math.toIntExact(settings.rounds(6_000, 400)
                * ExecutorNode.USUAL_GATEWAY_MILLIS
                / ExecutorNode.GATEWAY.toMillis()
                * ExecutorNode.AT_ONCE
                / ExecutorNode.USUAL_AT_ONCE);
        Sample floors = new Sample();
        Sample alone = new Sample();
        Sample divided = new Sample();
        Sample together = new Sample();
        Sample ratios = new Sample();
        Sample commitsAlone = new Sample();
        Sample commitsTogether = new Sample();
        // Divided and whole executors are never mixed on one database.
        try (DurablePostgres whole = DurablePostgres.start();
                DurablePostgres shared = DurablePostgres.start()) {
            models(whole, false);
            models(shared, true);
            FloorWork.create(shared);
            for (int round = -settings.rounds(1, 0); round < settings.rounds(5, 1); round++) {
                double floor = floor(shared, NODES * perNode);
                Rate one = rate(whole, false, 1, perNode, round);
                Rate parts = rate(shared, true, 1, perNode, round);
                Rate three = rate(shared, true, NODES, NODES * perNode, round);
                report.progress(
                        "round %d: floor %.0f/s, one %.0f/s, one with all shards %.0f/s, three %.0f/s",
                        round, floor, one.perSecond(), parts.perSecond(), three.perSecond());
                if (round >= 0) {
                    floors.add(floor);
                    alone.add(one.perSecond());
                    divided.add(parts.perSecond());
                    together.add(three.perSecond());
                    ratios.add(three.perSecond() / one.perSecond());
                    commitsAlone.add(one.commits());
                    commitsTogether.add(three.commits());
                }
            }
        }
        report.line("three bare loops, %2d rows at once:     %s", ExecutorNode.AT_ONCE, floors.perSecond());
        report.line("one node, not divided:                 %s", alone.perSecond());
        report.line("one node, all 16 shards:               %s", divided.perSecond());
        report.line("three nodes, 16 shards:                %s", together.perSecond());
        report.line(
                "of the most that %d calls at once can be: one node %.2f, three nodes %.2f",
                ExecutorNode.AT_ONCE, alone.median() / MOST, together.median() / (NODES * MOST));
        report.line(
                "transactions for an attempt: one node %.2f, three nodes %.2f",
                commitsAlone.median(), commitsTogether.median());
        report.line("three nodes against three bare loops: %.2f ×", together.median() / floors.median());
        report.verdict(Verdict.atLeast("three nodes", 2.7, 2.9, ratios.median(), "× one"));
    }

    /** An intent of each target, to copy from; due in a day, so that nobody executes them. */
    private static void models(DurablePostgres postgres, boolean divided) throws SQLException {
        try (ExecutorNode node = ExecutorNode.client(postgres, divided)) {
            for (int target = 0; target < ExecutorNode.TARGETS; target++) {
                node.manager.accept(IntentNode.request("model", target, "t" + target));
            }
        }
        postgres.execute("UPDATE submission_intents SET next_attempt_at = clock_timestamp() + interval '1 day'");
    }

    private static double floor(DurablePostgres postgres, int rows)
            throws ExecutionException, InterruptedException, SQLException {
        FloorWork.refill(postgres, rows);
        ExecutorService loops = Executors.newFixedThreadPool(NODES);
        try {
            Callable<Void> loop = () -> {
                try (Connection connection = postgres.direct().getConnection()) {
                    FloorWork.doAll(connection, ExecutorNode.AT_ONCE, ExecutorNode.GATEWAY);
                }
                return null;
            };
            long began = System.nanoTime();
            for (Future<Void> done : loops.invokeAll(List.of(loop, loop, loop))) {
                done.get();
            }
            return rows * 1e9 / (System.nanoTime() - began);
        } finally {
            loops.shutdownNow();
        }
    }

    /**
     * What was seen while all had work.
     *
     * @param commits transactions for each attempt, of everything on the server
     */
    private record Rate(double perSecond, double commits) {}

    private static Rate rate(DurablePostgres postgres, boolean divided, int nodes, int backlog, int round)
            throws Exception {
        postgres.execute(
                "DELETE FROM submission_attempts",
                "DELETE FROM submission_intents WHERE intent_id NOT LIKE 'model%'",
                "VACUUM submission_intents",
                "VACUUM submission_attempts");
        AtomicLong recorded = new AtomicLong();
        List<ExecutorNode> all = new ArrayList<>();
        try {
            for (int node = 0; node < nodes; node++) {
                all.add(ExecutorNode.executing(postgres, "n" + node, divided, recorded));
            }
            Pause.until("leaders", Duration.ofMinutes(2), () -> areLed(divided, all));
            postgres.execute(
                    "INSERT INTO submission_intents"
                            + " (intent_id, submission_target, payload, payload_hash, contract, gateway)"
                            + " SELECT 'b" + nodes + "-" + round
                            + "-' || n, submission_target, payload, payload_hash, contract, gateway"
                            + " FROM generate_series(1, " + backlog + ") n JOIN submission_intents"
                            + " ON intent_id = 'model-' || lpad((n % " + ExecutorNode.TARGETS + ")::text, 9, '0')",
                    "ANALYZE submission_intents");
            awaitRecorded(recorded, backlog / 5);
            long commitsBefore = commits(postgres);
            long from = recorded.get();
            long began = System.nanoTime();
            awaitRecorded(recorded, 3 * backlog / 5);
            double took = System.nanoTime() - began;
            double attempts = recorded.get() - from;
            return new Rate(attempts * 1e9 / took, (commits(postgres) - commitsBefore) / attempts);
        } finally {
            all.parallelStream().forEach(ExecutorNode::close);
        }
    }

    private static long commits(DurablePostgres postgres) throws SQLException {
        return Long.parseLong(
                postgres.text("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"));
    }

    private static boolean areLed(boolean divided, List<ExecutorNode> nodes) {
        if (!divided) {
            return nodes.stream().allMatch(ExecutorNode::leadsTheRole);
        }
        int least = nodes.stream().mapToInt(ExecutorNode::led).min().orElseThrow();
        int sum = nodes.stream().mapToInt(ExecutorNode::led).sum();
        return least >= ExecutorNode.SHARDS / nodes.size() && sum == ExecutorNode.SHARDS;
    }

    private static void awaitRecorded(AtomicLong recorded, int rows) throws Exception {
        Pause.until("the queue", Duration.ofMinutes(5), () -> recorded.get() >= rows);
    }
}
