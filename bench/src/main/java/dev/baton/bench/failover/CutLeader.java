package dev.baton.bench.failover;

import dev.baton.Takeover;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.process.Child;
import dev.baton.bench.process.CuttingProxy;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import java.time.Duration;

/** Only the database's side of the leader's connections is cut: the leader lives and notices nothing. */
final class CutLeader {

    private final DurablePostgres postgres;
    private final Takeover takeover;
    private final Settings settings;
    private final Report report;

    CutLeader(DurablePostgres postgres, Takeover takeover, Settings settings, Report report) {
        this.postgres = postgres;
        this.takeover = takeover;
        this.settings = settings;
        this.report = report;
    }

    void run(int rounds) throws Exception {
        Sample gaps = new Sample();
        Sample failovers = new Sample();
        for (int round = 1; round <= rounds; round++) {
            report.progress("one-sided cut, %s, round %d of %d", takeover.label(), round, rounds);
            once("cut-" + takeover.label() + "-" + round, gaps, failovers);
        }
        report.line("one-sided cut, %s, cut to open gate: %s", takeover.label(), failovers.millis());
        report.line(
                "one-sided cut, %s, gap between the gates (negative: overlap): median %.1f ms, least %.1f",
                takeover.label(), gaps.median(), gaps.min());
        if (takeover == Takeover.EXCLUSIVE && gaps.min() < 0) {
            throw new IllegalStateException("two gates were open together");
        }
    }

    /** The old gate ends at the deadline of its last acknowledged heartbeat, whether or not anybody looks. */
    private void once(String role, Sample gaps, Sample failovers) throws Exception {
        Timings timings = Timings.of(role, takeover, settings);
        try (CuttingProxy proxy = new CuttingProxy(postgres.port());
                Chain chain = Chain.of(postgres, timings, DurablePostgres.url(proxy.port()))) {
            Child leader = chain.leader();
            Duration patience = timings.lease().multipliedBy(3);
            leader.await("DEADLINE", patience);
            long cut = System.nanoTime();
            proxy.cutFarSide();
            long opened = chain.follower().await("OPEN", patience).at();
            long seenOpen = leader.await("SHUT", patience).at();
            long deadline = leader.last("DEADLINE").at();
            if (seenOpen > deadline) {
                throw new IllegalStateException("a gate was seen open after its deadline");
            }
            gaps.addNanos(opened - deadline);
            failovers.addNanos(opened - cut);
        }
    }
}
