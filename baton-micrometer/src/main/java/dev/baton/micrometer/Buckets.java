package dev.baton.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/** Where histograms count: few and fixed, so that a hundred jobs do not make ten thousand series. */
record Buckets(List<Duration> bounds) {

    /** Requests to a database. */
    static final Buckets REQUEST = millis(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000);

    /** Work, and the waiting for it. */
    static final Buckets WORK = millis(5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000);

    /** Whole lives. */
    static final Buckets LIFE =
            millis(100, 1_000, 5_000, 30_000, 60_000, 300_000, 1_800_000, 3_600_000, 21_600_000, 86_400_000);

    private static Buckets millis(long... bounds) {
        return new Buckets(LongStream.of(bounds).mapToObj(Duration::ofMillis).toList());
    }
}
