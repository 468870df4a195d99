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
        return "enqueue and burn-down of no-op jobs, small, with 1 KiB of payload, in ten queues: bare JDBC, Baton,"
                + " db-scheduler, JobRunr, Quartz";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        int jobs = settings.rounds(50_000, 1_000);
        try (JobsServer server = JobsServer.withTables()) {
            List<Shape> shapes = List.of(Shape.NO_OP, Shape.KIBIBYTE, Shape.TEN_QUEUES);
            for (Shape shape : settings.quick() ? List.of(Shape.TEN_QUEUES) : shapes) {
                compare(server, shape, jobs, settings, report);
            }
            for (Contestant contestant : List.of(new JobRunrContestant(server), new QuartzContestant(server))) {
                Rates rates = Rates.of(contestant);
                rates.measure(jobs, true); // far behind: once is enough
                rates.tell(report);
            }
        }
    }

    private static void compare(JobsServer server, Shape shape, int jobs, Settings settings, Report report)
            throws Exception {
        List<Rates> all = new ArrayList<>();
        for (Contestant contestant : List.of(
                new FloorContestant(server, shape),
                new BatonContestant(server, shape),
                new DbSchedulerContestant(server, DbSchedulerContestant.Polling.LOCK_AND_FETCH, shape))) {
            all.add(Rates.of(contestant));
        }
        int rounds = settings.rounds(3, 1);
        for (int round = -settings.rounds(3, 0); round < rounds; round++) { // a worker is a warm one
            for (Rates rates : all) {
                rates.measure(jobs, round >= 0);
            }
            report.progress("%s: round %d of %d", shape.label(), round + 1, rounds);
        }
        report.line("%s", shape.label());
        all.forEach(rates -> rates.tell(report));
        judge(shape.label(), all, report);
    }

    private static void judge(String what, List<Rates> all, Report report) {
        Rates baton = all.get(BATON);
        Rates floor = all.get(FLOOR);
        Rates peer = all.get(DB_SCHEDULER);
        report.verdict(Verdict.atLeast(what + ": burn-down", 6, 6, baton.burnTimes(peer), "× db-scheduler"));
        report.verdict(Verdict.atLeast(what + ": burn-down", 0.75, 1, baton.burnTimes(floor), "× floor"));
        report.verdict(Verdict.atLeast(what + ": enqueue", 0.7, 1, baton.enqueueTimes(floor), "× multi-row INSERT"));
        report.verdict(Verdict.atLeast(what + ": enqueue", 1, 2, baton.enqueueTimes(peer), "× db-scheduler"));
    }
}
