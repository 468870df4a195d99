package dev.baton.micrometer;

import dev.baton.jobs.QueueFigures;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The sum over all queues as last counted. Figures come queue by queue, those of one count with the same time. */
final class QueueDepth {

    /** Four rounds of counting: after that another instance counts. */
    private static final double FRESH_SECONDS = 60;

    private final MeterRegistrar meters;
    private final Map<String, Long> waiting = new HashMap<>();
    private Instant countedAt = Instant.MIN;
    private double heardAt;

    QueueDepth(MeterRegistrar meters) {
        this.meters = meters;
    }

    synchronized void counted(QueueFigures figures) {
        if (!figures.at().equals(countedAt)) {
            waiting.clear();
            countedAt = figures.at();
        }
        waiting.put(figures.queue(), figures.waiting());
        heardAt = meters.now();
    }

    synchronized double waiting() {
        boolean fresh = !waiting.isEmpty() && meters.now() - heardAt < FRESH_SECONDS;
        return fresh ? waiting.values().stream().mapToLong(Long::longValue).sum() : Double.NaN;
    }
}
