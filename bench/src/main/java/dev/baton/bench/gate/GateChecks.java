package dev.baton.bench.gate;

import dev.baton.LeaderToken;
import dev.baton.election.DeadlineGate;
import dev.baton.support.Stopwatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The checks of an open gate, beside one reading of the clock. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GateChecks {

    private static final long EPOCH = 7;

    private DeadlineGate gate;

    @Setup
    public void open() {
        gate = new DeadlineGate("bench", Stopwatch.system());
        long now = Stopwatch.system().elapsed();
        gate.open(new LeaderToken("bench", "node-1", EPOCH), now, now + TimeUnit.HOURS.toNanos(1));
    }

    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }

    @Benchmark
    public boolean isLeader() {
        return gate.isLeader();
    }

    @Benchmark
    public LeaderToken requireLeader() {
        return gate.requireLeader();
    }

    @Benchmark
    public void ensureEpoch() {
        gate.ensureEpoch(EPOCH);
    }
}
