package dev.baton.bench.submissions;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.Target;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A divided executor on one node and on three, with 16 calls at once on each and a gateway that takes 20 ms for a call. The rate is
 * taken while every node has work: from a fifth to three fifths of the queue.
 */
public final class ShardedIntentsBench implements Benchmark {

    private static final int SHARDS = 16;
    private static final int TARGETS = 192;

    @Override
    public String name() {
        return "sharded-intents";
    }

    @Override
    public String summary() {
        return "executing with a gateway that takes 20 ms: three nodes that share 16 shards against one";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        int perNode = settings.rounds(8_000, 400);
        Sample alone = new Sample();
        Sample together = new Sample();
        Sample ratios = new Sample();
        try (DurablePostgres postgres = DurablePostgres.start()) {
            models(postgres);
            for (int round = 0; round < settings.rounds(4, 1); round++) {
                double one = rate(postgres, 1, perNode, round);
                double three = rate(postgres, 3, 3 * perNode, round);
                alone.add(one);
                together.add(three);
                ratios.add(three / one);
                report.progress("round %d: one node %.0f/s, three nodes %.0f/s", round, one, three);
            }
        }
        report.line("one node:    %s", alone.perSecond());
        report.line("three nodes: %s", together.perSecond());
        report.verdict(Verdict.atLeast("three nodes", 2.7, 2.9, ratios.median(), "× one"));
    }

    private static SubmissionSettings settings() {
        return SubmissionSettings.of(
                List.of(GatewaySpec.of("fake", "fake", "").option("delay", "20")),
                IntStream.range(0, TARGETS)
                        .mapToObj(i -> Target.of("t" + i, "fake", new Policy.MaxAttempts(3)))
                        .toList());
    }

    /** One node of the cluster. */
    private static final class Part implements AutoCloseable {
        private final HikariDataSource pool;
        private final Baton baton;
        private final SubmissionManager manager;
        private Shards group;

        Part(DurablePostgres postgres, String name, boolean observer) {
            this.pool = postgres.pool(8);
            this.baton = Baton.on(pool)
                    .leadership(postgres.direct())
                    .node(name)
                    .component(SubmissionManager.SCHEMA)
                    .component(ShardsSchema.COMPONENT)
                    .start();
            Strategy strategy = Strategy.lease60();
            Candidacy candidacy = Candidacy.of(SubmissionManager.ROLE).with(strategy);
            this.manager = SubmissionManager.on(baton, settings())
                    .candidacy(observer ? candidacy.observing() : candidacy)
                    .shards(executor -> group = Shards.of(baton, "intents", SHARDS)
                            .strategy(strategy)
                            .grace(Duration.ZERO)
                            .work(term -> executor.lead(term, term::covers))
                            .start())
                    .start();
        }

        int led() {
            return group.leading().size();
        }

        @Override
        public void close() {
            manager.close();
            baton.close();
            pool.close();
        }
    }

    /** An intent of each target, to copy from; due in a day, so that nobody executes them. */
    private static void models(DurablePostgres postgres) throws SQLException {
        try (Part client = new Part(postgres, "client", true)) {
            for (int target = 0; target < TARGETS; target++) {
                client.manager.accept(IntentNode.request("model", target, "t" + target));
            }
        }
        postgres.execute("UPDATE submission_intents SET next_attempt_at = clock_timestamp() + interval '1 day'");
    }

    private static double rate(DurablePostgres postgres, int nodes, int backlog, int round) throws Exception {
        postgres.execute(
                "DELETE FROM submission_attempts",
                "DELETE FROM submission_intents WHERE intent_id NOT LIKE 'model%'",
                "VACUUM submission_intents",
                "VACUUM submission_attempts");
        List<Part> parts = new ArrayList<>();
        try {
            for (int node = 0; node < nodes; node++) {
                parts.add(new Part(postgres, "n" + nodes + node, false));
            }
            Pause.until("even shares", Duration.ofMinutes(2), () -> isEven(parts));
            postgres.execute("INSERT INTO submission_intents"
                    + " (intent_id, submission_target, payload, payload_hash, contract, gateway)"
                    + " SELECT 'b" + nodes + "-" + round
                    + "-' || n, submission_target, payload, payload_hash, contract, gateway"
                    + " FROM generate_series(1, " + backlog + ") n JOIN submission_intents"
                    + " ON intent_id = 'model-' || lpad((n % " + TARGETS + ")::text, 9, '0')");
            awaitDone(postgres, backlog / 5);
            long from = done(postgres);
            long began = System.nanoTime();
            awaitDone(postgres, 3 * backlog / 5);
            return (done(postgres) - from) * 1e9 / (System.nanoTime() - began);
        } finally {
            parts.parallelStream().forEach(Part::close);
        }
    }

    private static boolean isEven(List<Part> parts) {
        int least = parts.stream().mapToInt(Part::led).min().orElseThrow();
        return least >= SHARDS / parts.size()
                && parts.stream().mapToInt(Part::led).sum() == SHARDS;
    }

    private static void awaitDone(DurablePostgres postgres, int rows) throws Exception {
        Pause.until("the queue", Duration.ofMinutes(5), () -> done(postgres) >= rows);
    }

    private static long done(DurablePostgres postgres) throws SQLException {
        return Long.parseLong(postgres.text("SELECT count(*) FROM submission_attempts"));
    }
}
