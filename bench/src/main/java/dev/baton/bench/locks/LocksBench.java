package dev.baton.bench.locks;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.shedlock.BatonLockProvider;
import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Locks taken and given back, and locks refused, beside the peers and what the database itself takes. */
public final class LocksBench implements Benchmark {

    private static final String UPDATES = "floor: two conditional UPDATEs";
    private static final String SHEDLOCK = "ShedLock, usingDbTime";
    private static final String LEASE = "Baton.tryLease";
    private static final String PROVIDER = "baton-shedlock";
    private static final double OF_SHEDLOCK = 1.2;
    private static final double OF_UPDATES = 0.85;
    private static final int MANY = 8;

    @Override
    public String name() {
        return "locks";
    }

    @Override
    public String summary() {
        return "locks taken and given back, and refused, per second: two UPDATEs, ShedLock, Baton; 1 and 8 threads";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        try (DurablePostgres postgres = DurablePostgres.start();
                HikariDataSource pool = postgres.pool(20);
                Baton baton = Baton.start(pool)) {
            Map<String, Locks> contestants = new LinkedHashMap<>();
            contestants.put(UPDATES, Floors.updates(postgres, pool));
            contestants.put(SHEDLOCK, Peers.shedLock(postgres, pool));
            contestants.put(LEASE, name -> lease(baton, name));
            contestants.put(PROVIDER, Peers.through(new BatonLockProvider(baton)));
            pairs(contestants, 1, settings, report);
            pairs(contestants, MANY, settings, report);
            List<Locks.Unlock> held = Rates.hold(contestants, MANY);
            refusals(contestants, 1, settings, report);
            refusals(contestants, MANY, settings, report);
            for (Locks.Unlock lock : held) {
                lock.run();
            }
            others(postgres, pool, settings, report);
        }
    }

    private static Optional<Locks.Unlock> lease(Baton baton, String name) throws Exception {
        Optional<HeldLease> lease = baton.tryLease(name, Duration.ofHours(1));
        return lease.map(held -> held::release);
    }

    private static void pairs(Map<String, Locks> contestants, int threads, Settings settings, Report report)
            throws Exception {
        report.line("taken and given back, %d thread(s), a lock each", threads);
        Rates rates = Rates.measure(contestants, threads, Rates::pair, settings, report);
        rates.tell(report);
        for (String ours : List.of(LEASE, PROVIDER)) {
            verdict(
                    report,
                    ours + ", " + threads + " thread(s)",
                    OF_SHEDLOCK,
                    rates.ratio(ours, SHEDLOCK),
                    "× ShedLock");
            verdict(
                    report,
                    ours + ", " + threads + " thread(s)",
                    OF_UPDATES,
                    rates.ratio(ours, UPDATES),
                    "× two UPDATEs");
        }
    }

    private static void refusals(Map<String, Locks> contestants, int threads, Settings settings, Report report)
            throws Exception {
        report.line("refused, %d thread(s), a lock each", threads);
        Rates rates = Rates.measure(contestants, threads, Rates::refusal, settings, report);
        rates.tell(report);
        for (String ours : List.of(LEASE, PROVIDER)) {
            verdict(report, ours + " refused, " + threads + " thread(s)", 1, rates.ratio(ours, SHEDLOCK), "× ShedLock");
        }
    }

    private static void verdict(Report report, String what, double goal, Sample ratios, String unit) {
        report.line("%s: %.2f %s, quartiles %.2f and %.2f", what, ratios.median(), unit, ratios.at(25), ratios.at(75));
        report.verdict(Verdict.atLeast(what, goal, goal, ratios.median(), unit));
    }

    /** Terms as an election has them, recorded and announced, and a peer that is slower than ShedLock: one thread. */
    private static void others(DurablePostgres postgres, HikariDataSource pool, Settings settings, Report report)
            throws Exception {
        report.line("one thread, besides");
        Map<String, Locks> besides = new LinkedHashMap<>();
        besides.put("Spring Integration, JdbcLockRegistry", Peers.springIntegration(postgres, pool));
        besides.put("Baton, a term with lease", Verbs.of(pool, Strategy.lease60()));
        besides.put("Baton, a term with session", Verbs.of(pool, Strategy.session()));
        Rates.measure(besides, 1, Rates::pair, settings, report).tell(report);
        for (Locks locks : besides.values()) {
            locks.close();
        }
    }
}
