package dev.baton.alerts.condition;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** How the values of many series become one. */
enum Reduction {
    SUM,
    AVG,
    MIN,
    MAX;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The sum of nothing is 0: a role for which nobody reports has no leader. The others of nothing are nothing. */
    OptionalDouble of(DoubleStream values) {
        return switch (this) {
            case SUM -> OptionalDouble.of(values.sum());
            case AVG -> values.average();
            case MIN -> values.min();
            case MAX -> values.max();
        };
    }
}
