package dev.baton.chaos;

import dev.baton.chaos.check.Finding;
import dev.baton.chaos.hostile.Harm;
import dev.baton.chaos.report.FailOvers;
import java.util.List;
import java.util.Map;

/**
 * What a storm came to.
 *
 * @param calm how long honest clients waited before it, in milliseconds, sorted
 * @param storm the same during it
 * @param answers how often each attack was made, by the status that came of it
 */
public record StormResult(
        Settings settings,
        long intents,
        long jobs,
        List<Double> calm,
        List<Double> storm,
        Map<Harm, Map<Integer, Long>> answers,
        List<Finding> findings) {

    /** A run so long is the whole thing, and is judged by how long honest clients waited as well. */
    static final long WHOLE_SECONDS = 600;

    static final double MOST_TIMES = 5;

    /** How many times as long the slowest hundredth of honest clients waited. */
    public double ratio() {
        return p99(storm) / p99(calm);
    }

    public boolean ok() {
        boolean soon = settings.seconds() < WHOLE_SECONDS || ratio() <= MOST_TIMES;
        return soon && findings.stream().allMatch(Finding::ok);
    }

    private static double p99(List<Double> millis) {
        return millis.isEmpty() ? Double.NaN : FailOvers.percentile(millis, 0.99);
    }
}
