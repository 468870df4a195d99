package dev.baton.bench.gate;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What passing the gate costs. */
public final class GateBench implements Benchmark {

    private static final String FLOOR = "nanoTime";

    @Override
    public String name() {
        return "gate";
    }

    @Override
    public String summary() {
        return "a gate check against System.nanoTime(), and the bytes it allocates (JMH)";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        Map<String, RunResult> results = new TreeMap<>();
        for (RunResult result : new Runner(options(settings).build()).run()) {
            results.put(result.getPrimaryResult().getLabel(), result);
        }
        double floor = nanos(results.get(FLOOR));
        report.line("%-14s %6.2f ns", FLOOR, floor);
        double slowest = 0;
        double bytes = 0;
        for (Map.Entry<String, RunResult> entry : results.entrySet()) {
            if (!entry.getKey().equals(FLOOR)) {
                double nanos = nanos(entry.getValue());
                double allocated = allocated(entry.getValue());
                report.line("%-14s %6.2f ns, %.4f B/op", entry.getKey(), nanos, allocated);
                slowest = Math.max(slowest, nanos);
                bytes = Math.max(bytes, allocated);
            }
        }
        report.verdict(Verdict.atMost("slowest gate check", 2, 2, slowest / floor, "× nanoTime"));
        // What JMH itself allocates in an iteration is spread over all its operations: far below one byte.
        report.verdict(Verdict.atMost("allocation of a gate check", 0, 0, Math.rint(bytes), "B/op"));
    }

    private static ChainedOptionsBuilder options(Settings settings) {
        return new OptionsBuilder()
                .include(GateChecks.class.getName())
                .addProfiler(GCProfiler.class)
                .forks(settings.rounds(3, 0))
                .warmupIterations(settings.rounds(3, 1))
                .warmupTime(TimeValue.milliseconds(settings.rounds(500, 50)))
                .measurementIterations(settings.rounds(5, 1))
                .measurementTime(TimeValue.milliseconds(settings.rounds(500, 50)))
                .verbosity(VerboseMode.SILENT);
    }

    private static double nanos(RunResult result) {
        return result.getPrimaryResult().getScore();
    }

    private static double allocated(RunResult result) {
        return result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
    }
}
