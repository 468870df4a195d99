package dev.baton.bench;

import dev.baton.bench.report.Report;

/** One thing to measure, beside the floor that it is compared with. */
public interface Benchmark {

    /** The name on the command line. */
    String name();

    /** One line for the help. */
    String summary();

    /**
     * Measures and reports.
     *
     * @throws IllegalStateException if an invariant broke, whatever the figures are
     */
    void run(Settings settings, Report report) throws Exception;
}
