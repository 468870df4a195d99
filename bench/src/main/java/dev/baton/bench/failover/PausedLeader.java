package dev.baton.bench.failover;

import dev.baton.Takeover;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.process.Child;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import dev.baton.testkit.process.ProcessSignal;
import java.time.Duration;

/** The leading process is stopped (SIGSTOP), replaced, and woken again. */
final class PausedLeader {

    private static final double NANOS_PER_SECOND = 1e9;

    private final DurablePostgres postgres;
    private final Timings timings;
    private final Report report;

    PausedLeader(DurablePostgres postgres, Timings timings, Report report) {
        this.postgres = postgres;
        this.timings = timings;
        this.report = report;
    }

    void run() throws Exception {
        Takeover takeover = timings.takeover();
        report.progress("SIGSTOP of the leader, %s", takeover.label());
        try (Chain chain = Chain.of(postgres, timings)) {
            Child leader = chain.leader();
            leader.signal(ProcessSignal.STOP);
            long stopped = System.nanoTime();
            Duration patience = timings.lease().multipliedBy(3);
            long replaced = chain.follower().await("ACQUIRED", patience).at();
            long opened = chain.follower().await("OPEN", patience).at();
            leader.signal(ProcessSignal.CONTINUE);
            boolean open = leader.await("WOKE", patience).number() == 1;
            leader.tell("write");
            boolean wrote = leader.await("WROTE", patience).number() == 1;
            double term = (replaced - stopped) / NANOS_PER_SECOND;
            report.line(
                    "SIGSTOP, %s: next term after %.2f s, its gate open after %.2f s; woken: gate %s, fenced write %s",
                    takeover.label(),
                    term,
                    (opened - stopped) / NANOS_PER_SECOND,
                    open ? "OPEN" : "shut",
                    wrote ? "ACCEPTED" : "refused");
            if (open || wrote) {
                throw new IllegalStateException("a woken leader acted beside its successor");
            }
            double lease = timings.lease().toMillis() / 1000.0;
            report.verdict(Verdict.atMost(
                    "paused leader replaced, " + takeover.label(), lease, lease, term, "s (session_lease)"));
        }
    }
}
