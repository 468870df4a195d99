package dev.baton.bench.transfer;

import dev.baton.Strategy;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.failover.Chain;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;

/** How long nobody leads, when a leader hands over. */
public final class TransferBench implements Benchmark {

    private static final long CRASH_KEY = 4713;
    private static final int NODES = 5;

    @Override
    public String name() {
        return "transfer";
    }

    @Override
    public String summary() {
        return "graceful transfer to a named node while three others queue before it, and release to any";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        Sample unlock = new Sample();
        Sample crash = new Sample();
        Sample transfer = new Sample();
        Sample release = new Sample();
        try (DurablePostgres postgres = DurablePostgres.start();
                BareUnlock bare = new BareUnlock(postgres);
                Chain chain = Chain.bare(postgres, CRASH_KEY);
                Cluster cluster = new Cluster(postgres, NODES, Strategy.session())) {
            int rounds = settings.rounds(20, 2);
            for (int round = -settings.rounds(3, 0); round < rounds; round++) {
                long floor = bare.measure();
                long named = cluster.transfer();
                long any = cluster.release();
                if (round >= 0) {
                    unlock.addNanos(floor);
                    transfer.addNanos(named);
                    release.addNanos(any);
                }
                if (round >= 0 && round % 2 == 0) {
                    crash.addNanos(chain.kill());
                }
                report.progress("transfer round %d of %d", round + 1, rounds);
            }
        }
        report.line("bare unlock to granted:                %s", unlock.millis());
        report.line("bare kill -9 to granted:               %s", crash.millis());
        report.line("transfer, gate to gate:                %s", transfer.millis());
        report.line("release to any, gate to gate:          %s", release.millis());
        verdicts(report, "transfer to a named successor, gate to gate", transfer, crash, unlock);
        verdicts(report, "release to any, gate to gate", release, crash, unlock);
    }

    private static void verdicts(Report report, String what, Sample sample, Sample crash, Sample unlock) {
        report.verdict(Verdict.atMost(what, 3, 2, sample.median() / crash.median(), "× floor (kill -9)"));
        report.verdict(Verdict.atMost(what, 3, 2, sample.median() / unlock.median(), "× floor (unlock)"));
    }
}
