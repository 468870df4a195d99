package dev.baton.bench.failover;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;

/**
 * How long nobody works on the shards of a process that is killed, and on those that move to one that joins, beside a group of one shard
 * elected the same way. Measured where the work begins and ends, which is later than the gate opens.
 */
public final class ShardsFailoverBench implements Benchmark {

    private static final int PROCESSES = 4;

    @Override
    public String name() {
        return "failover-shards";
    }

    @Override
    public String summary() {
        return "kill -9 of one of four processes with 256 shards, and a fifth that joins";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        Sample oneKilled = new Sample();
        Sample oneLeft = new Sample();
        Sample manyKilled = new Sample();
        Sample even = new Sample();
        Sample gaps = new Sample();
        int shards = settings.rounds(256, 8);
        int rounds = settings.rounds(5, 1);
        try (DurablePostgres postgres = DurablePostgres.start()) {
            try (ShardNodes one = new ShardNodes(postgres, "one", 1, 2)) {
                for (int round = 1; round <= rounds; round++) {
                    oneKilled.addNanos(one.kill());
                    one.join();
                    oneLeft.addNanos(one.leave());
                    one.join();
                    report.progress("one shard, round %d of %d", round, rounds);
                }
            }
            try (ShardNodes many = new ShardNodes(postgres, "many", shards, PROCESSES)) {
                for (int round = 1; round <= rounds; round++) {
                    ShardNodes.Join join = many.join();
                    even.addNanos(join.even());
                    join.gaps().forEach(gaps::addNanos);
                    many.leave();
                    many.awaitEven();
                    manyKilled.addNanos(many.kill());
                    many.join();
                    report.progress("%d shards, round %d of %d", shards, round, rounds);
                }
            }
        }
        report.line("kill -9 to the work of one shard:         %s", oneKilled.millis());
        report.line("kill -9 to the last work of a quarter:    %s", manyKilled.millis());
        report.line("one shard left in good order to its work: %s", oneLeft.millis());
        report.line("a shard that moves to a fifth process:    %s, p95 %.2f", gaps.millis(), gaps.at(95));
        report.line("a fifth process to even shares:           %s", even.millis());
        report.verdict(Verdict.atMost(
                "all shards of a crashed process", 2, 1, manyKilled.median() / oneKilled.median(), "× one role"));
        report.verdict(Verdict.atMost("even shares with a fifth process", 5, 2, even.median() / 1000, "s"));
        report.verdict(Verdict.atMost(
                "the longest gap of a moved shard", 2, 1, gaps.max() / oneLeft.median(), "× one hand-over"));
    }
}
