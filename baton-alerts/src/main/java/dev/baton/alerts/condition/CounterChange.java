package dev.baton.alerts.condition;

import java.time.Duration;
import java.util.Locale;

/** What is asked of a counter over a window: how much it grew, or how much per second. */
enum CounterChange {
    RATE,
    INCREASE;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    double of(double grown, Duration window) {
        return this == INCREASE ? grown : grown * 1_000 / window.toMillis();
    }
}
