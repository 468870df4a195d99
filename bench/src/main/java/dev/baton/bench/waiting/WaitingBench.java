package dev.baton.bench.waiting;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.Strategy;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** What a candidate that waits costs the database. */
public final class WaitingBench implements Benchmark {

    private static final String WAITER = "bench_waiter";

    @Override
    public String name() {
        return "waiting";
    }

    @Override
    public String summary() {
        return "statements per second that a waiting candidate causes, counted by the server";
    }

    @Override
    public void run(Settings settings, Report report) throws IOException, SQLException, InterruptedException {
        try (DurablePostgres postgres = DurablePostgres.startCounting()) {
            postgres.execute("CREATE ROLE " + WAITER + " LOGIN SUPERUSER");
            Strategy session = Strategy.session();
            double perSecond = measure(postgres, session, Duration.ofSeconds(settings.rounds(60, 2)), report);
            report.verdict(Verdict.atMost("a candidate waiting with session", 1, 1, perSecond, "statements/s"));
            Strategy.Lease lease =
                    new Strategy.Lease(Duration.ofSeconds(6), Duration.ofSeconds(2), Duration.ofSeconds(3));
            perSecond = measure(postgres, lease, Duration.ofSeconds(settings.rounds(60, 2)), report);
            double perInterval = perSecond * lease.acquireInterval().toSeconds();
            report.verdict(Verdict.atMost(
                    "a candidate waiting with lease (renewed in time, so without an expiry)",
                    1,
                    1,
                    perInterval,
                    "statements per acquire_interval"));
        }
    }

    /** Election statements per second of a candidate that has already settled. */
    private static double measure(DurablePostgres postgres, Strategy strategy, Duration time, Report report)
            throws SQLException, InterruptedException {
        Candidacy candidacy = Candidacy.of("waiting-" + strategy.label()).with(strategy);
        try (Baton leader = Baton.on(postgres.direct()).node("leader").start();
                HikariDataSource pool =
                        DurablePostgres.pool(postgres.url().replace("user=postgres", "user=" + WAITER), 5);
                Baton waiter = Baton.on(pool).node("waiter").start()) {
            Campaign leading = leader.campaign(candidacy);
            if (leading.awaitLeadership(Duration.ofSeconds(10)).isEmpty()) {
                throw new IllegalStateException("nobody leads");
            }
            Campaign waiting = waiter.campaign(candidacy);
            Pause.of(Duration.ofSeconds(2));
            StatementCount count = new StatementCount(postgres, WAITER);
            count.reset();
            report.progress("counting for %d s what a candidate with %s does", time.toSeconds(), strategy.label());
            Pause.of(time);
            Map<String, Long> calls = count.calls();
            if (waiting.gate().isLeader() || !leading.gate().isLeader()) {
                throw new IllegalStateException("the candidate did not wait: the leader lost the role");
            }
            return tell(calls, strategy, time, report);
        }
    }

    private static double tell(Map<String, Long> calls, Strategy strategy, Duration time, Report report) {
        long election = 0;
        long registry = 0;
        for (Map.Entry<String, Long> call : calls.entrySet()) {
            report.line("  %5d × %s", call.getValue(), call.getKey());
            if (StatementCount.isRegistry(call.getKey())) {
                registry += call.getValue();
            } else {
                election += call.getValue();
            }
        }
        double seconds = time.toMillis() / 1000.0;
        report.line(
                "%s: %.2f statements/s for the election, %.2f/s for the node registry (in %.0f s)",
                strategy.label(), election / seconds, registry / seconds, seconds);
        return election / seconds;
    }
}
