package dev.baton.bench.server;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Accepting intents over HTTP, one by one, beside a bare handler of the same Jetty that stores whatever waits by one statement: into a
 * table with the same columns, checks and indexes, which is the floor that is judged by, and into a bare table for comparison.
 */
public final class AcceptHttpBench implements Benchmark {

    private static final int CLIENTS = 100;
    private static final String SAME_TABLE = "CREATE TABLE same_intents (LIKE submission_intents INCLUDING ALL)";
    private static final String BARE_TABLE = """
        CREATE TABLE bare_intents (intent_id varchar(200) COLLATE "C" PRIMARY KEY, submission_target varchar(200),
            payload bytea, payload_hash bytea, contract text, gateway varchar(100),
            status varchar(16) DEFAULT 'pending', next_attempt_at timestamptz DEFAULT clock_timestamp())
        """;
    private static final String BARE_INDEX =
            "CREATE INDEX bare_due ON bare_intents (next_attempt_at) WHERE status = 'pending'";

    private final AtomicLong number = new AtomicLong();

    @Override
    public String name() {
        return "accept-http";
    }

    @Override
    public String summary() {
        return "a hundred clients that accept intents over HTTP, beside a bare Jetty that stores in batches";
    }

    @Override
    public void run(Settings settings, Report report)
            throws IOException, SQLException, ExecutionException, InterruptedException {
        BatonJar.requireBuilt();
        Path accepting = Files.writeString(Files.createTempFile("bench", ".toml"), "[node]\nobserver = true\n");
        try (DurablePostgres postgres = DurablePostgres.start();
                NodeProcess node =
                        NodeProcess.start(BatonJar.serve(postgres, BatonJar.FLAGS, "--config", accepting.toString()))) {
            postgres.execute(SAME_TABLE, BARE_TABLE, BARE_INDEX);
            try (NodeProcess same = bare(postgres, "same_intents");
                    NodeProcess least = bare(postgres, "bare_intents")) {
                compare(settings, report, List.of(load(same, "s"), load(node, "n"), load(least, "b")));
            }
        } finally {
            Files.delete(accepting);
        }
    }

    private static NodeProcess bare(DurablePostgres postgres, String table) throws IOException, InterruptedException {
        return NodeProcess.start(NodeProcess.java(
                BatonJar.FLAGS,
                "-cp",
                System.getProperty("java.class.path"),
                BareAcceptMain.class.getName(),
                postgres.url(),
                table));
    }

    private Load load(NodeProcess node, String prefix) {
        Supplier<String> bodies = () -> String.format(
                Locale.ROOT,
                "{\"intentId\":\"%s-%09d\",\"submissionTarget\":\"sample\",\"payload\":{\"to\":\"+4915112345678\",\"text\":\"%s\"}}",
                prefix,
                number.incrementAndGet(),
                "x".repeat(150));
        return Load.post(node.port(), "/v1/intents", bodies);
    }

    /** @param loads the floor, the node, the bare table */
    private static void compare(Settings settings, Report report, List<Load> loads)
            throws ExecutionException, InterruptedException {
        Duration time = Duration.ofSeconds(settings.rounds(2, 1));
        List<Sample> rates = List.of(new Sample(), new Sample(), new Sample());
        Sample ratios = new Sample();
        for (int round = -settings.rounds(4, 0); round < settings.rounds(10, 1); round++) {
            double[] seen = new double[loads.size()];
            for (int i = 0; i < seen.length; i++) {
                seen[i] = loads.get(i).perSecond(CLIENTS, time);
            }
            if (round >= 0) {
                for (int i = 0; i < seen.length; i++) {
                    rates.get(i).add(seen[i]);
                }
                ratios.add(seen[1] / seen[0]);
            }
            report.progress("bare %,.0f/s, node %,.0f/s, bare table %,.0f/s", seen[0], seen[1], seen[2]);
        }
        report.line("bare Jetty, in batches, same table: %s", rates.get(0).perSecond());
        report.line("bare Jetty, in batches, bare table: %s", rates.get(2).perSecond());
        report.line("POST /v1/intents of a node:         %s", rates.get(1).perSecond());
        report.verdict(Verdict.atLeast("accepting over HTTP", 0.7, 1, ratios.median(), "× bare Jetty"));
    }
}
