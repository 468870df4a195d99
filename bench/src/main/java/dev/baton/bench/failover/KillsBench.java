package dev.baton.bench.failover;

import dev.baton.Takeover;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;

/** So many kills that the slowest of a hundred says something; every successor has never led before. */
public final class KillsBench implements Benchmark {

    private static final long BARE_KEY = 4714;

    @Override
    public String name() {
        return "failover-kills";
    }

    @Override
    public String summary() {
        return "a hundred times kill -9 of the leading process, 'immediate', beside a bare lock";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        Sample floor = new Sample();
        Sample ours = new Sample();
        int kills = settings.rounds(100, 2);
        try (DurablePostgres postgres = DurablePostgres.start();
                Chain bare = Chain.bare(postgres, BARE_KEY);
                Chain node = Chain.of(postgres, Timings.of("kills", Takeover.IMMEDIATE, settings))) {
            for (int kill = 1; kill <= kills; kill++) {
                floor.addNanos(bare.kill());
                ours.addNanos(node.kill());
                report.progress("kill %d of %d", kill, kills);
            }
        }
        tell(report, "kill -9 to granted, bare connection:", floor);
        tell(report, "kill -9 to open gate, immediate:    ", ours);
        report.verdict(Verdict.atMost("fail-over, p50", 2, 2, ours.median() / floor.median(), "× floor's p50"));
        report.verdict(Verdict.atMost("fail-over, p99", 4, 4, ours.at(99) / floor.at(99), "× floor's p99"));
        report.line("p99 is %.1f × the floor's p50", ours.at(99) / floor.median());
    }

    private static void tell(Report report, String what, Sample sample) {
        report.line("%s %s, p99 %.2f", what, sample.millis(), sample.at(99));
    }
}
