package dev.baton.micrometer;

import dev.baton.jobs.QueueFigures;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The sum over all queues as last counted. Figures come queue by queue, those of one count with the same time. */
final class QueueDepth {

    /** Four rounds of counting: after that another instance counts. */
    private static final double FRESH_SECONDS = 60;

    private final MeterRegistrar meters;
    private final Map<String, QueueFigures> queues = new HashMap<>();
    private Instant countedAt = Instant.MIN;
    private double heardAt;

    QueueDepth(MeterRegistrar meters) {
        this.meters = meters;
    }

    synchronized void counted(QueueFigures figures) {
        if (!figures.at().equals(countedAt)) {
            queues.clear();
            countedAt = figures.at();
        }
        queues.put(figures.queue(), figures);
        heardAt = meters.now();
    }

    double waiting() {
        return sum(QueueFigures::waiting);
    }

    double dead() {
        return sum(QueueFigures::dead);
    }

    private synchronized double sum(ToLongFunction<QueueFigures> figure) {
        boolean fresh = !queues.isEmpty() && meters.now() - heardAt < FRESH_SECONDS;
        return fresh ? queues.values().stream().mapToLong(figure).sum() : Double.NaN;
    }
}
