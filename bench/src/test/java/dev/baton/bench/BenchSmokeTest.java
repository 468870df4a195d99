package dev.baton.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bench.failover.FailoverBench;
import dev.baton.bench.failover.KillsBench;
import dev.baton.bench.failover.RolesFailoverBench;
import dev.baton.bench.failover.ShardsFailoverBench;
import dev.baton.bench.fence.FenceBench;
import dev.baton.bench.fence.TakeoverBench;
import dev.baton.bench.gate.GateBench;
import dev.baton.bench.jobs.BurnBench;
import dev.baton.bench.jobs.DatabasesBench;
import dev.baton.bench.jobs.EnqueueBench;
import dev.baton.bench.jobs.LatencyBench;
import dev.baton.bench.jobs.ScaleBench;
import dev.baton.bench.locks.LocksBench;
import dev.baton.bench.report.Report;
import dev.baton.bench.submissions.AcceptBench;
import dev.baton.bench.submissions.BacklogBench;
import dev.baton.bench.submissions.ExecuteBench;
import dev.baton.bench.submissions.ExecutorShardsBench;
import dev.baton.bench.submissions.IntentLatencyBench;
import dev.baton.bench.transfer.TransferBench;
import dev.baton.bench.waiting.IdleBench;
import dev.baton.bench.waiting.ShardsIdleBench;
import dev.baton.bench.waiting.WaitingBench;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every benchmark runs, and none finds an invariant broken: gates that overlap, a stale write, a wrong successor. */
class BenchSmokeTest {

    static Stream<Benchmark> benchmarks() {
        return Stream.of(
                new GateBench(),
                new FailoverBench(),
                new KillsBench(),
                new RolesFailoverBench(),
                new ShardsFailoverBench(),
                new TransferBench(),
                new FenceBench(),
                new TakeoverBench(),
                new WaitingBench(),
                new IdleBench(),
                new ShardsIdleBench(),
                new LocksBench(),
                new AcceptBench(),
                new ExecuteBench(),
                new IntentLatencyBench(),
                new BacklogBench(),
                new ExecutorShardsBench(),
                new BurnBench(),
                new EnqueueBench(),
                new LatencyBench(),
                new ScaleBench(),
                new DatabasesBench());
    }

    /** How fast it was is nobody's business here. One has nothing to be beside without a server of another kind, and says so. */
    @ParameterizedTest
    @MethodSource("benchmarks")
    void runs(Benchmark benchmark) throws Exception {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(results, true, StandardCharsets.UTF_8)) {
            benchmark.run(new Settings(true), new Report(benchmark.name(), out, System.err));
        }
        assertThat(results.toString(StandardCharsets.UTF_8))
                .startsWith("== " + benchmark.name())
                .containsAnyOf(" > ", "MariaDB is not installed");
    }
}
