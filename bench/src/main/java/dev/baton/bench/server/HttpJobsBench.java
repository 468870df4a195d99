package dev.baton.bench.server;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Jobs that are HTTP calls: how soon after their time they are made, and what a thousand callees that take long cost a node. */
public final class HttpJobsBench implements Benchmark {

    private static final Duration PERIOD = Duration.ofMillis(5);
    private static final Duration HEAD_START = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "jobs-http";
    }

    @Override
    public String summary() {
        return "200 HTTP jobs a second: from due to call; 1,000 calls of 5 s under way on one node, and its threads";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        BatonJar.requireBuilt();
        try (DurablePostgres postgres = DurablePostgres.start();
                HikariDataSource pool = postgres.pool(10);
                Callee callee = new Callee(Duration.ofSeconds(settings.rounds(5, 1)))) {
            Path configuration = configuration(callee);
            try (NodeProcess node = NodeProcess.start(
                            BatonJar.serve(postgres, BatonJar.FLAGS, "--config", configuration.toString()));
                    Baton baton = Baton.on(pool)
                            .leadership(postgres.direct())
                            .node("client")
                            .component(JobsSchema.COMPONENT)
                            .start();
                    Jobs client = Jobs.on(baton).clientOnly().start();
                    BareCaller floor = new BareCaller(pool, callee)) {
                punctuality(settings, report, new Parties(postgres, callee, client, floor));
                slowCallees(settings, report, new Parties(postgres, callee, client, floor), node);
            } finally {
                Files.delete(configuration);
            }
        }
    }

    private record Parties(DurablePostgres postgres, Callee callee, Jobs client, BareCaller floor) {}

    private static Path configuration(Callee callee) throws IOException {
        return Files.writeString(Files.createTempFile("bench", ".toml"), """
                [jobs]
                private_networks = ["127.0.0.0/8"]
                [jobs.handlers.quick]
                type = "http"
                url = "QUICK"
                [jobs.handlers.slow]
                type = "http"
                url = "SLOW"
                """.replace("QUICK", callee.url("/quick"))
                .replace("SLOW", callee.url("/slow")));
    }

    private static void punctuality(Settings settings, Report report, Parties parties) throws Exception {
        int jobs = settings.rounds(4_000, 200);
        ours(parties, jobs / 4); // until the compiler has settled
        Sample ours = new Sample();
        Sample floor = new Sample();
        for (int i = 0; i < settings.rounds(3, 1); i++) {
            report.progress("%d jobs, %d a second", jobs, Duration.ofSeconds(1).dividedBy(PERIOD));
            bare(parties, jobs).forEach(floor::add);
            ours(parties, jobs).forEach(ours::add);
        }
        tell("due to call, one durable statement and the bare call", floor, report);
        tell("due to call, HTTP jobs of a node", ours, report);
        report.verdict(Verdict.atMost("due to call, p99", 50, 20, ours.at(99), "ms"));
        report.verdict(Verdict.atMost("the same beside the floor's p99", 10, 4, ours.at(99) / floor.at(99), "x"));
    }

    private static void tell(String what, Sample sample, Report report) {
        report.line(
                "%-55s p50 %.2f ms, p99 %.2f ms, worst %.2f ms (%d calls)",
                what, sample.at(50), sample.at(99), sample.max(), sample.size());
    }

    /** Milliseconds from due to call, of jobs that were stored before. */
    private static List<Double> ours(Parties parties, int jobs) throws Exception {
        parties.callee().forget();
        Instant start = Instant.now().plus(HEAD_START);
        List<JobRequest> requests = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            requests.add(JobRequest.of("quick").runAt(start.plus(PERIOD.multipliedBy(i))));
        }
        long before = completed(parties, "quick");
        List<Enqueued> stored = parties.client().enqueue(requests);
        Map<String, Instant> due = new HashMap<>();
        for (int i = 0; i < jobs; i++) {
            due.put(stored.get(i).id().toString(), requests.get(i).runAt());
        }
        Pause.until("all calls", PATIENCE, () -> parties.callee().answered() >= jobs); // asks no database meanwhile
        Pause.until("the records of all runs", PATIENCE, () -> completed(parties, "quick") == before + jobs);
        return delays(due, parties.callee().calls());
    }

    private static List<Double> bare(Parties parties, int jobs) throws Exception {
        parties.callee().forget();
        Map<String, Instant> due =
                parties.floor().call(Instant.now().plus(Duration.ofSeconds(1)), PERIOD, jobs, "/quick");
        return delays(due, parties.callee().calls());
    }

    private static List<Double> delays(Map<String, Instant> due, Map<String, Instant> calls) {
        return due.entrySet().stream()
                .map(entry -> Duration.between(entry.getValue(), calls.get(entry.getKey()))
                                .toNanos()
                        / 1e6)
                .toList();
    }

    private static long completed(Parties parties, String job) throws SQLException {
        return Long.parseLong(parties.postgres()
                .text("SELECT count(*) FROM baton_job_runs WHERE job_name = '" + job + "' AND outcome = 'completed'"));
    }

    private static void slowCallees(Settings settings, Report report, Parties parties, NodeProcess node)
            throws Exception {
        int calls = settings.rounds(1_000, 100);
        parties.callee().forget();
        report.progress("%d calls that take long", calls);
        double floor = parties.floor().callAtOnce(calls, "/slow").toMillis();
        parties.callee().forget();
        int idle = node.threads();
        long from = System.nanoTime();
        parties.client().enqueue(Collections.nCopies(calls, JobRequest.of("slow")));
        Sample threads = new Sample();
        Pause.until("all answers", PATIENCE, () -> {
            threads.add(node.threads());
            return parties.callee().answered() == calls;
        });
        double took = (System.nanoTime() - from) / 1e6;
        double resident = node.residentMiB();
        Pause.until("the records of all runs", PATIENCE, () -> completed(parties, "slow") == calls);
        if (parties.callee().calls().size() != calls) {
            throw new IllegalStateException("not every job was called for");
        }
        report.line(
                "%,d slow calls at once: the last answered after %.0f ms, of the bare client after %.0f ms",
                calls, took, floor);
        report.line(
                "threads of the node: %d before, at most %.0f meanwhile; %.0f MiB resident",
                idle, threads.max(), resident);
        report.verdict(Verdict.atLeast(
                "slow calls under way at once", calls, calls, parties.callee().mostUnderWay(), "calls"));
        report.verdict(Verdict.atMost("threads for all of them", 20, 10, threads.max() - idle, "more"));
        report.verdict(
                Verdict.atMost("until the last is answered beside the bare client", 1.5, 1.2, took / floor, "x"));
    }
}
