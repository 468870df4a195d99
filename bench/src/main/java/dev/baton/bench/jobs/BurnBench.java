package dev.baton.bench.jobs;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Enqueueing no-op jobs and burning them down, by one process. */
public final class BurnBench implements Benchmark {

    private static final int FLOOR = 0;
    private static final int BATON = 1;
    private static final int DB_SCHEDULER = 2;

    /** What one contestant did. */
    private record Rates(Contestant contestant, Sample enqueue, Sample burn) {}

    @Override
    public String name() {
        return "jobs-burn";
    }

    @Override
    public String summary() {
        return "enqueue and burn-down of no-op jobs: bare JDBC, Baton, db-scheduler, JobRunr, Quartz";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        int jobs = settings.rounds(50_000, 1_000);
        int rounds = settings.rounds(3, 1);
        try (JobsServer server = JobsServer.withTables()) {
            List<Rates> all = new ArrayList<>();
            for (Contestant contestant : List.of(
                    new FloorContestant(server),
                    new BatonContestant(server),
                    new DbSchedulerContestant(server),
                    new JobRunrContestant(server),
                    new QuartzContestant(server))) {
                all.add(new Rates(contestant, new Sample(), new Sample()));
            }
            List<Rates> core = all.subList(0, DB_SCHEDULER + 1);
            for (int round = -settings.rounds(3, 0); round < rounds; round++) { // a worker is a warm one
                for (Rates rates : core) {
                    measure(rates, jobs, round >= 0);
                }
                report.progress("round %d of %d", round + 1, rounds);
            }
            tell(core, report);
            judge(core, report);
            for (Rates rates : all.subList(core.size(), all.size())) { // far behind: once is enough
                measure(rates, jobs, true);
                tell(List.of(rates), report);
            }
        }
    }

    private static void measure(Rates rates, int jobs, boolean counts) throws Exception {
        int share = jobs / rates.contestant().share();
        double enqueue = rate(share, rates.contestant().enqueue(share));
        double burn = rate(share, rates.contestant().burnDown(share));
        if (counts) {
            rates.enqueue().add(enqueue);
            rates.burn().add(burn);
        }
    }

    private static void tell(List<Rates> all, Report report) {
        for (Rates rates : all) {
            report.line(
                    "%-58s burn-down %s",
                    rates.contestant().name(), rates.burn().perSecond());
            report.line("%-58s enqueue   %s", "", rates.enqueue().perSecond());
        }
    }

    private static void judge(List<Rates> all, Report report) {
        double burn = all.get(BATON).burn().median();
        double enqueue = all.get(BATON).enqueue().median();
        report.verdict(Verdict.atLeast(
                "burn-down", 5, 5, burn / all.get(DB_SCHEDULER).burn().median(), "× db-scheduler"));
        report.verdict(Verdict.atLeast(
                "burn-down", 0.6, 1, burn / all.get(FLOOR).burn().median(), "× floor"));
        report.verdict(Verdict.atLeast(
                "enqueue", 0.7, 1, enqueue / all.get(FLOOR).enqueue().median(), "× floor"));
        report.verdict(Verdict.atLeast(
                "enqueue", 1, 2, enqueue / all.get(DB_SCHEDULER).enqueue().median(), "× db-scheduler"));
    }

    static double rate(int jobs, long nanos) {
        return jobs * 1e9 / nanos;
    }
}
