package dev.baton.chaos.workload;

import java.util.ArrayList;
import java.util.List;

/** How long honest clients waited, in milliseconds; begun anew for each part of a run. */
public final class Latencies {

    private List<Double> millis = new ArrayList<>();

    public synchronized void add(long nanos) {
        millis.add(nanos / 1_000_000.0);
    }

    /** Those since the last time, sorted. */
    public synchronized List<Double> take() {
        List<Double> taken = millis;
        millis = new ArrayList<>();
        taken.sort(null);
        return taken;
    }
}
