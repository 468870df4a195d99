package dev.baton.bench.server;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;

/** A node beside its bounds: ready in 3 s, small and quiet when idle, half as fast as a bare handler, a feed of constant cost. */
public final class ServerBench implements Benchmark {

    private static final int BATCH = 1_000;
    private static final int CONNECTIONS = 32;

    @Override
    public String name() {
        return "server";
    }

    @Override
    public String summary() {
        return "a node's start, what it costs idle, GET beside a bare handler, statements of the live feed";
    }

    @Override
    public void run(Settings settings, Report report)
            throws IOException, SQLException, ExecutionException, InterruptedException {
        BatonJar.requireBuilt();
        try (DurablePostgres postgres = DurablePostgres.startCounting()) {
            start(postgres, settings, report);
            try (NodeProcess node = NodeProcess.start(BatonJar.serve(postgres, BatonJar.FLAGS))) {
                idle(node, settings, report);
                feed(postgres, node, settings, report);
                get(node, settings, report);
            }
        }
    }

    private static void start(DurablePostgres postgres, Settings settings, Report report)
            throws IOException, InterruptedException {
        List<String> none = List.of();
        started(postgres, none, 1); // the schema
        Sample plain = started(postgres, none, settings.rounds(5, 1));
        report.line("ready after java -jar: %s", plain.millis());
        Path archive = rehearse();
        List<String> flags = new ArrayList<>(BatonJar.FLAGS);
        flags.add("-XX:SharedArchiveFile=" + archive);
        Sample script = started(postgres, flags, settings.rounds(5, 1));
        Files.delete(archive);
        report.line("ready with the flags and the archive of ./baton: %s", script.millis());
        report.verdict(Verdict.atMost("ready after java -jar", 3, 1.5, plain.median() / 1_000, "s"));
        report.verdict(Verdict.atMost("ready after ./baton", 3, 1.5, script.median() / 1_000, "s"));
    }

    /** The archive of classes, as {@code ./baton} makes it. */
    private static Path rehearse() throws IOException, InterruptedException {
        Path archive = Files.createTempDirectory("bench").resolve("baton.jsa");
        List<String> flags = new ArrayList<>(BatonJar.FLAGS);
        flags.add("-XX:ArchiveClassesAtExit=" + archive);
        Process process = new ProcessBuilder(NodeProcess.java(flags, "-jar", BatonJar.PATH.toString(), "rehearse"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the rehearsal failed");
        }
        return archive;
    }

    private static Sample started(DurablePostgres postgres, List<String> flags, int rounds)
            throws IOException, InterruptedException {
        Sample sample = new Sample();
        for (int i = 0; i < rounds; i++) {
            try (NodeProcess node = NodeProcess.start(BatonJar.serve(postgres, flags))) {
                sample.addNanos(node.readyNanos());
                node.stop();
            }
        }
        return sample;
    }

    private static void idle(NodeProcess node, Settings settings, Report report)
            throws IOException, InterruptedException {
        Duration settling = Duration.ofSeconds(settings.rounds(600, 1)); // the compiler goes on for minutes
        report.progress("leaving a node alone for %d s", settling.toSeconds());
        Pause.of(settling);
        double before = node.processorSeconds();
        Duration time = Duration.ofSeconds(settings.rounds(60, 2));
        report.progress("watching an idle node for %d s", time.toSeconds());
        Pause.of(time);
        double share = (node.processorSeconds() - before) / time.toSeconds() * 100;
        report.verdict(Verdict.atMost("resident memory of an idle node", 250, 200, node.residentMiB(), "MiB"));
        report.verdict(Verdict.atMost("processor time of an idle node", 1, 0.5, share, "% of a core"));
    }

    private static void feed(DurablePostgres postgres, NodeProcess node, Settings settings, Report report)
            throws IOException, SQLException, InterruptedException {
        Duration time = Duration.ofSeconds(settings.rounds(30, 2));
        double none = statements(postgres, node, 0, time);
        double one = statements(postgres, node, 1, time) - none;
        double hundred = statements(postgres, node, 100, time) - none;
        report.line(
                "statements/s of the feed: %.1f with 1 viewer, %.1f with 100 (%.1f/s without any)", one, hundred, none);
        report.verdict(
                Verdict.atMost("the feed's statements with 100 viewers beside 1", 1.1, 1.05, hundred / one, "x"));
    }

    private static double statements(DurablePostgres postgres, NodeProcess node, int viewers, Duration time)
            throws IOException, SQLException, InterruptedException {
        try (Watchers watchers = new Watchers(node.port(), viewers)) {
            Pause.of(Duration.ofSeconds(2));
            long before = calls(postgres);
            Pause.of(time);
            return (calls(postgres) - before) / (double) time.toSeconds();
        }
    }

    private static long calls(DurablePostgres postgres) throws SQLException {
        return Long.parseLong(postgres.text("SELECT COALESCE(SUM(calls), 0) FROM pg_stat_statements"));
    }

    private static void get(NodeProcess node, Settings settings, Report report)
            throws ExecutionException, IOException, InterruptedException {
        String base = "http://127.0.0.1:" + node.port();
        String[] paths = accept(base, settings.rounds(10, 1));
        List<String> bareCommand = NodeProcess.java(
                BatonJar.FLAGS, "-cp", System.getProperty("java.class.path"), BareMain.class.getName());
        try (NodeProcess bare = NodeProcess.start(bareCommand)) {
            Load ours = Load.get(node.port(), paths[0]);
            Load others = Load.get(node.port(), paths);
            Load floor = Load.get(bare.port(), "/v1/intents/bench");
            Duration round = Duration.ofSeconds(settings.rounds(3, 1));
            others.perSecond(CONNECTIONS, round.multipliedBy(4)); // until the compiler has settled
            ours.perSecond(CONNECTIONS, round.multipliedBy(2));
            floor.perSecond(CONNECTIONS, round.multipliedBy(2));
            Sample intents = new Sample();
            Sample reads = new Sample();
            Sample bares = new Sample();
            Sample ratios = new Sample();
            for (int i = 0; i < settings.rounds(4, 1); i++) {
                double got = ours.perSecond(CONNECTIONS, round);
                double most = floor.perSecond(CONNECTIONS, round);
                reads.add(others.perSecond(CONNECTIONS, round));
                intents.add(got);
                bares.add(most);
                ratios.add(got / most);
            }
            report.line("GET /v1/intents/{id}, %d connections: %s", CONNECTIONS, intents.perSecond());
            report.line("of %,d ids in turn, each read from the database: %s", paths.length, reads.perSecond());
            report.line("a bare handler of the same Jetty: %s", bares.perSecond());
            report.verdict(Verdict.atLeast("GET beside a bare handler", 0.5, 0.7, ratios.median(), "x"));
        }
    }

    /** Intents that come to their end at once; their paths are equally long. */
    private static String[] accept(String base, int batches) throws IOException, InterruptedException {
        String[] paths = new String[batches * BATCH];
        for (int batch = 0; batch < batches; batch++) {
            List<String> intents = new ArrayList<>();
            for (int i = batch * BATCH; i < (batch + 1) * BATCH; i++) {
                String id = String.format(Locale.ROOT, "bench-%06d", i);
                intents.add("{\"intentId\": \"" + id + "\", \"submissionTarget\": \"sample\"}");
                paths[i] = "/v1/intents/" + id;
            }
            post(base + "/v1/intents:batch", "{\"intents\": [" + String.join(",", intents) + "]}");
        }
        post(base + "/v1/intents?waitSeconds=30", "{\"intentId\": \"bench-last\", \"submissionTarget\": \"sample\"}");
        return paths;
    }

    private static void post(String address, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(address + " says " + answer.body());
        }
    }
}
