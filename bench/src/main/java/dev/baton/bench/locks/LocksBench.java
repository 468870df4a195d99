package dev.baton.bench.locks;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pairs of lock and unlock per second, beside the peers and what the database itself takes. */
public final class LocksBench implements Benchmark {

    private static final String ADVISORY = "floor: advisory lock pair";
    private static final String UPDATES = "floor: two conditional UPDATEs";
    private static final String SESSION = "Baton, session: await + take + release";
    private static final String LEASE = "Baton, lease: take + release";
    private static final double GOAL = 0.8;

    @Override
    public String name() {
        return "locks";
    }

    @Override
    public String summary() {
        return "lock + unlock pairs per second of one thread: floors, ShedLock, Spring Integration, Baton's verbs";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        try (DurablePostgres postgres = DurablePostgres.start();
                HikariDataSource pool = postgres.pool(20)) {
            Map<String, Pair> pairs = new LinkedHashMap<>();
            pairs.put(ADVISORY, Floors.advisory(postgres));
            pairs.put(UPDATES, Floors.updates(postgres, pool));
            pairs.put("ShedLock, usingDbTime", Peers.shedLock(postgres, pool));
            pairs.put("Spring Integration, JdbcLockRegistry", Peers.springIntegration(postgres, pool));
            pairs.put(LEASE, Verbs.of(pool, Strategy.lease60()));
            pairs.put(SESSION, Verbs.of(pool, Strategy.session()));
            Map<String, Sample> rates = measure(pairs, settings, report);
            rates.forEach((name, rate) -> report.line("%-40s %s", name, rate.perSecond()));
            double updates = rates.get(UPDATES).median();
            double lease = rates.get(LEASE).median() / updates;
            double session = rates.get(SESSION).median() / updates;
            report.verdict(Verdict.atLeast("pairs with lease", GOAL, GOAL, lease, "× two UPDATEs"));
            report.verdict(Verdict.atLeast("pairs with session", GOAL, GOAL, session, "× two UPDATEs"));
            for (Pair pair : pairs.values()) {
                pair.close();
            }
        }
    }

    private static Map<String, Sample> measure(Map<String, Pair> pairs, Settings settings, Report report)
            throws Exception {
        Map<String, Sample> rates = new LinkedHashMap<>();
        Duration time = Duration.ofMillis(settings.rounds(1500, 100));
        int rounds = settings.rounds(7, 1);
        for (int round = -settings.rounds(2, 0); round < rounds; round++) {
            for (Map.Entry<String, Pair> entry : pairs.entrySet()) {
                double rate = rate(entry.getValue(), time);
                if (round >= 0) {
                    rates.computeIfAbsent(entry.getKey(), name -> new Sample()).add(rate);
                }
            }
            report.progress("locks round %d of %d", round + 1, rounds);
        }
        return rates;
    }

    private static double rate(Pair pair, Duration time) throws Exception {
        long begin = System.nanoTime();
        long end = begin + time.toNanos();
        long done = 0;
        while (System.nanoTime() < end) {
            pair.lockAndUnlock();
            done++;
        }
        return done / ((System.nanoTime() - begin) / 1e9);
    }
}
