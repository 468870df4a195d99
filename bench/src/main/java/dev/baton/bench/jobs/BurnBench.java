package dev.baton.bench.jobs;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Enqueueing no-op jobs and burning them down, by one process. */
public final class BurnBench implements Benchmark {

    private static final int FLOOR = 0;
    private static final int BATON = 1;
    private static final int DB_SCHEDULER = 2;

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
                    new DbSchedulerContestant(server, DbSchedulerContestant.Polling.LOCK_AND_FETCH),
                    new JobRunrContestant(server),
                    new QuartzContestant(server))) {
                all.add(Rates.of(contestant));
            }
            List<Rates> core = all.subList(0, DB_SCHEDULER + 1);
            for (int round = -settings.rounds(3, 0); round < rounds; round++) { // a worker is a warm one
                for (Rates rates : core) {
                    rates.measure(jobs, round >= 0);
                }
                report.progress("round %d of %d", round + 1, rounds);
            }
            core.forEach(rates -> rates.tell(report));
            judge(core, report);
            for (Rates rates : all.subList(core.size(), all.size())) { // far behind: once is enough
                rates.measure(jobs, true);
                rates.tell(report);
            }
        }
    }

    private static void judge(List<Rates> all, Report report) {
        Rates baton = all.get(BATON);
        Rates floor = all.get(FLOOR);
        Rates peer = all.get(DB_SCHEDULER);
        report.verdict(Verdict.atLeast("burn-down", 5, 5, baton.burnTimes(peer), "× db-scheduler"));
        report.verdict(Verdict.atLeast("burn-down", 0.6, 1, baton.burnTimes(floor), "× floor"));
        report.verdict(Verdict.atLeast("enqueue", 0.7, 1, baton.enqueueTimes(floor), "× floor"));
        report.verdict(Verdict.atLeast("enqueue", 1, 2, baton.enqueueTimes(peer), "× db-scheduler"));
    }
}
