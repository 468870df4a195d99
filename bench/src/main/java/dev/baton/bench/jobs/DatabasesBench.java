package dev.baton.bench.jobs;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.jobs.DbSchedulerContestant.Polling;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import dev.baton.testkit.MariaDbServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The same jobs on the databases that are not PostgreSQL, where they are installed or given. */
public final class DatabasesBench implements Benchmark {

    @Override
    public String name() {
        return "jobs-databases";
    }

    @Override
    public String summary() {
        return "enqueue and burn-down of no-op jobs on H2 (in memory), and beside bare JDBC and db-scheduler on MariaDB where"
                + " it is installed and on the MySQL of BATON_TEST_MYSQL_URL";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        try (OtherServer server = OtherServer.h2()) {
            report.line("H2, in memory");
            measure(settings, report, List.of(Rates.of(new BatonContestant(server))));
        }
        if (MariaDbServer.isInstalled()) {
            try (OtherServer server = OtherServer.mariaDb()) {
                compare(
                        "MariaDB",
                        server,
                        List.of(Polling.FETCH, Polling.LOCK_AND_FETCH_AS_ON_MYSQL),
                        settings,
                        report);
            }
        } else {
            report.line("MariaDB is not installed");
        }
        String mySql = System.getenv("BATON_TEST_MYSQL_URL");
        if (mySql != null && !mySql.isBlank()) {
            try (OtherServer server = OtherServer.mySql()) {
                compare("MySQL", server, List.of(Polling.LOCK_AND_FETCH_AS_ON_MYSQL), settings, report);
            }
        }
    }

    /** @param polling how the peer works; its best counts */
    private static void compare(
            String name, OtherServer server, List<Polling> polling, Settings settings, Report report) throws Exception {
        if (settings.quick()) { // to see that it runs, the server that tests have does as well
            report.line("%s", name);
        } else {
            server.refuseUnlessDurable();
            report.line("%s, every commit on the disk", name);
        }
        Rates floor = Rates.of(new ListFloorContestant(server), server.work());
        Rates baton = Rates.of(new BatonContestant(server), server.work());
        List<Rates> peers = new ArrayList<>();
        for (Polling each : polling) {
            peers.add(Rates.of(new DbSchedulerContestant(server, each), server.work()));
        }
        List<Rates> all = new ArrayList<>(List.of(floor, baton));
        all.addAll(peers);
        measure(settings, report, all);
        double burn = least(peers, baton::burnTimes);
        double enqueue = least(peers, baton::enqueueTimes);
        report.verdict(Verdict.atLeast(name + ": burn-down", 5, 5, burn, "× db-scheduler"));
        report.verdict(Verdict.atLeast(name + ": burn-down", 0.3, 0.75, baton.burnTimes(floor), "× floor"));
        report.verdict(Verdict.atLeast(name + ": enqueue", 1, 2, enqueue, "× db-scheduler"));
        report.verdict(Verdict.atLeast(name + ": enqueue", 0.3, 0.7, baton.enqueueTimes(floor), "× floor"));
    }

    private static double least(List<Rates> peers, ToDoubleFunction<Rates> times) {
        return peers.stream().mapToDouble(times).min().orElseThrow();
    }

    private static void measure(Settings settings, Report report, List<Rates> all) throws Exception {
        int jobs = settings.rounds(20_000, 500);
        int rounds = settings.rounds(3, 1);
        for (int round = -settings.rounds(2, 0); round < rounds; round++) { // a worker is a warm one
            for (Rates rates : all) {
                rates.measure(jobs, round >= 0);
            }
            report.progress("round %d of %d", round + 1, rounds);
        }
        all.forEach(rates -> rates.tell(report));
    }
}
