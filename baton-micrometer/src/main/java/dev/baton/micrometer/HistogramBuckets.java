package dev.baton.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/** Where histograms count: few and fixed, so that a hundred jobs do not make ten thousand series. */
record HistogramBuckets(List<Duration> bounds) {

    /** Requests to a database. */
    static final HistogramBuckets REQUEST = millis(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000);

    /** Work, and the waiting for it. */
    static final HistogramBuckets WORK =
            millis(5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000);

    /** Whole lives. */
    static final HistogramBuckets LIFE =
            millis(100, 1_000, 5_000, 30_000, 60_000, 300_000, 1_800_000, 3_600_000, 21_600_000, 86_400_000);

    private static HistogramBuckets millis(long... bounds) {
        return new HistogramBuckets(
                LongStream.of(bounds).mapToObj(Duration::ofMillis).toList());
    }
}
