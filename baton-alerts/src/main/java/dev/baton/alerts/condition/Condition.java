package dev.baton.alerts.condition;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * When an alert is due: one comparison of cluster-wide values with a number, in the words of Prometheus. Without a
 * reduction ({@code sum} and the like) it is met as soon as one series meets it.
 */
public final class Condition {

    /** Samples are kept a little longer than this. */
    public static final Duration LONGEST_WINDOW = Duration.ofHours(1);

    private final Optional<Reduction> reduction;
    private final Optional<CounterChange> change;
    private final Selector selector;
    private final Duration window;
    private final Comparison comparison;
    private final double limit;

    Condition(
            Optional<Reduction> reduction,
            Optional<CounterChange> change,
            Selector selector,
            Duration window,
            Comparison comparison,
            double limit) {
        this.reduction = reduction;
        this.change = change;
        this.selector = selector;
        this.window = window;
        this.comparison = comparison;
        this.limit = limit;
    }

    /**
     * Reads a condition.
     *
     * @throws ConditionException if it is none; says where and why
     */
    public static Condition parse(String text) {
        return new ConditionParser(text).parse();
    }

    /**
     * What a condition came to.
     *
     * @param reading the value that decided it, if there was any
     */
    public record Verdict(boolean met, OptionalDouble reading) {}

    /** The metric that it is about. */
    public String metric() {
        return selector.metric();
    }

    /** How far back it looks; zero for the present. */
    public Duration window() {
        return window;
    }

    /** Judges the samples of all nodes. */
    public Verdict judge(SampleHistory history) {
        List<Double> values = change.map(c -> history.grown(selector, window).stream()
                        .map(grown -> c.of(grown, window))
                        .toList())
                .orElseGet(() -> history.present(selector));
        DoubleStream stream = values.stream().mapToDouble(Double::doubleValue);
        if (reduction.isPresent()) {
            OptionalDouble value = reduction.get().of(stream);
            return new Verdict(value.isPresent() && comparison.holds(value.getAsDouble(), limit), value);
        }
        OptionalDouble offender =
                stream.filter(value -> comparison.holds(value, limit)).findFirst();
        boolean met = offender.isPresent();
        return new Verdict(
                met, met ? offender : values.stream().mapToDouble(v -> v).max());
    }

    /** The same as PromQL, where the sum of nothing would be nothing and the alert would stay silent. */
    public String promQl() {
        String compared = " " + comparison.sign() + " " + number(limit);
        boolean sum = reduction.equals(Optional.of(Reduction.SUM));
        return (sum ? "(" + value() + " or vector(0))" : value()) + compared;
    }

    private String value() {
        String series = change.map(c -> c.word() + "(" + selector + "[" + duration(window) + "])")
                .orElseGet(selector::toString);
        return reduction.map(r -> r.word() + "(" + series + ")").orElse(series);
    }

    /** A duration in the largest unit that fits, as conditions and Prometheus write it. */
    public static String duration(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 3_600_000 == 0) {
            return millis / 3_600_000 + "h";
        } else if (millis % 60_000 == 0) {
            return millis / 60_000 + "m";
        }
        return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : "" + value;
    }

    @Override
    public String toString() {
        return value() + " " + comparison.sign() + " " + number(limit);
    }
}
