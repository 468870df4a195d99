package dev.baton.bench.gate;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
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

    /** Rounds of all four in turn; what else runs on the machine only ever adds, so the best of each is compared. */
    @Override
    public void run(Settings settings, Report report) throws RunnerException {
        Map<String, Sample> times = new TreeMap<>();
        double bytes = 0;
        int rounds = settings.rounds(5, 1);
        for (int round = 1; round <= rounds; round++) {
            for (RunResult result : new Runner(options(settings).build()).run()) {
                String name = result.getPrimaryResult().getLabel();
                times.computeIfAbsent(name, n -> new Sample()).add(nanos(result));
                bytes = Math.max(bytes, name.equals(FLOOR) ? 0 : allocated(result));
            }
            report.progress("gate round %d of %d", round, rounds);
        }
        double floor = times.get(FLOOR).min();
        double slowest = 0;
        for (Map.Entry<String, Sample> entry : times.entrySet()) {
            Sample sample = entry.getValue();
            report.line(
                    "%-14s best %.1f ns, median %.1f, worst %.1f",
                    entry.getKey(), sample.min(), sample.median(), sample.max());
            slowest = Math.max(slowest, entry.getKey().equals(FLOOR) ? 0 : sample.min());
        }
        report.line("allocated at most %.4f B/op (JMH's own, spread over all operations)", bytes);
        report.verdict(Verdict.atMost("slowest gate check", 2, 2, slowest / floor, "× nanoTime"));
        report.verdict(Verdict.atMost("allocation of a gate check", 0, 0, Math.rint(bytes), "B/op"));
    }

    private static ChainedOptionsBuilder options(Settings settings) {
        return new OptionsBuilder()
                .include(GateChecks.class.getName())
                .addProfiler(GCProfiler.class)
                .forks(settings.rounds(1, 0))
                .warmupIterations(settings.rounds(3, 1))
                .warmupTime(TimeValue.milliseconds(settings.rounds(300, 50)))
                .measurementIterations(settings.rounds(5, 1))
                .measurementTime(TimeValue.milliseconds(settings.rounds(200, 50)))
                .verbosity(VerboseMode.SILENT);
    }

    private static double nanos(RunResult result) {
        return result.getPrimaryResult().getScore();
    }

    private static double allocated(RunResult result) {
        return result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
    }
}
