package dev.baton.bench.waiting;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.process.Child;
import dev.baton.bench.process.ShardsMain;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** What a node costs the database that leads few or many shards on sessions that they share, and has nothing else to do. */
public final class ShardsIdleBench implements Benchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(12);
    private static final Duration SETTLE = Duration.ofSeconds(10);
    private static final int FEW = 64;
    private static final int MANY = 1024;

    @Override
    public String name() {
        return "idle-shards";
    }

    @Override
    public String summary() {
        return "connections and statements per second of a node that leads 64 and 1,024 shards on shared sessions";
    }

    /**
     * What a node has cost.
     *
     * @param beats statements that renew
     * @param elections all statements of its elections
     * @param plan statements of everything else, by which it looks at the plan
     */
    private record Cost(long connections, double beats, double elections, double plan) {}

    @Override
    public void run(Settings settings, Report report) throws InterruptedException, IOException, SQLException {
        Duration time = Duration.ofSeconds(settings.rounds(30, 2));
        Cost few = measure(settings.rounds(FEW, 4), time, report);
        Cost many = measure(settings.rounds(MANY, 16), time, report);
        report.verdict(Verdict.atMost(
                "connections of a process for all its shards",
                3,
                3,
                (double) Math.max(few.connections(), many.connections()),
                "connections"));
        double beat = 1 / 0.4; // every 500 ms less up to a fifth
        report.verdict(Verdict.atMost("heartbeats of many shards", 2 * beat, beat, many.beats(), "statements/s"));
        report.verdict(Verdict.atMost(
                "statements of many shards", 1.5, 1.1, many.elections() / few.elections(), "× those of few"));
    }

    /** On a server of its own, with an account for its elections and one for everything else. */
    private static Cost measure(int shards, Duration time, Report report)
            throws InterruptedException, IOException, SQLException {
        try (DurablePostgres postgres = DurablePostgres.startCounting()) {
            for (String account : new String[] {"elects", "works"}) {
                postgres.execute("CREATE ROLE " + account + " LOGIN SUPERUSER");
            }
            String works = postgres.url().replace("user=postgres", "user=works");
            String elects = postgres.url().replace("user=postgres", "user=elects");
            try (Child node = Child.start(ShardsMain.class, works, elects, "one", Integer.toString(shards))) {
                long began = node.await("STANDS", PATIENCE).at();
                double seconds = (node.await("LEADS", PATIENCE).at() - began) / 1e9;
                Cost cost = cost(postgres, time);
                report.line(
                        "%4d shards: %d connections; %.2f heartbeat statements/s, %.2f statements/s of all elections, %.2f/s for"
                                + " the plan; all led after %.1f s",
                        shards, cost.connections(), cost.beats(), cost.elections(), cost.plan(), seconds);
                return cost;
            }
        }
    }

    private static Cost cost(DurablePostgres postgres, Duration time) throws InterruptedException, SQLException {
        Pause.of(SETTLE);
        StatementCount elections = new StatementCount(postgres, "elects");
        StatementCount plan = new StatementCount(postgres, "works");
        elections.reset();
        Pause.of(time);
        double seconds = time.toMillis() / 1000.0;
        long beats = elections.calls("m.trust_ms"); // of sessions-renew alone
        long all = sum(elections.calls());
        long others = sum(plan.calls());
        long connections =
                Long.parseLong(postgres.text("SELECT count(*) FROM pg_stat_activity WHERE usename = 'elects'"));
        return new Cost(connections, beats / seconds, all / seconds, others / seconds);
    }

    private static long sum(Map<String, Long> calls) {
        return calls.values().stream().mapToLong(Long::longValue).sum();
    }
}
