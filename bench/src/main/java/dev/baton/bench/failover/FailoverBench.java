package dev.baton.bench.failover;

import dev.baton.Takeover;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import java.util.List;

/** How long nobody leads, when the leading process is killed, stopped, or cut off. */
public final class FailoverBench implements Benchmark {

    private static final long BARE_KEY = 4711;

    @Override
    public String name() {
        return "failover";
    }

    @Override
    public String summary() {
        return "kill -9, SIGSTOP and a one-sided cut of the leading process to the successor's open gate";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        try (DurablePostgres postgres = DurablePostgres.start()) {
            crash(postgres, settings, report);
            for (Takeover takeover : takeovers(settings)) {
                new PausedLeader(postgres, Timings.of("paused-" + takeover.label(), takeover, settings), report).run();
            }
            for (Takeover takeover : takeovers(settings)) {
                new CutLeader(postgres, takeover, settings, report).run(settings.rounds(5, 1));
            }
        }
    }

    private static List<Takeover> takeovers(Settings settings) {
        return settings.quick() ? List.of(Takeover.EXCLUSIVE) : List.of(Takeover.values());
    }

    /** Floor, immediate and exclusive in turn, so that what else runs on the machine hits all alike. */
    private static void crash(DurablePostgres postgres, Settings settings, Report report) throws Exception {
        Sample floor = new Sample();
        Sample immediate = new Sample();
        Sample exclusive = new Sample();
        Timings quiet = Timings.of("crash-exclusive", Takeover.EXCLUSIVE, settings);
        try (Chain bare = Chain.bare(postgres, BARE_KEY);
                Chain fast = Chain.of(postgres, Timings.of("crash-immediate", Takeover.IMMEDIATE, settings));
                Chain safe = Chain.of(postgres, quiet)) {
            int rounds = settings.rounds(12, 1);
            for (int round = 1; round <= rounds; round++) {
                floor.addNanos(bare.kill());
                immediate.addNanos(fast.kill());
                if (round % 2 == 1) {
                    exclusive.addNanos(safe.kill());
                }
                report.progress("crash round %d of %d", round, rounds);
            }
        }
        report.line("kill -9 to granted, bare connection:     %s", floor.millis());
        report.line("kill -9 to open gate, immediate:         %s", immediate.millis());
        report.line("kill -9 to open gate, exclusive:         %s", exclusive.millis());
        double ratio = immediate.median() / floor.median();
        report.verdict(Verdict.atMost("crash fail-over, immediate", 5, 3, ratio, "× floor"));
        double beyond = (exclusive.median() - quiet.trust().toMillis()) / floor.median();
        report.verdict(Verdict.atMost("crash fail-over, exclusive, beyond the trust window", 5, 3, beyond, "× floor"));
    }
}
