package dev.baton.alerts.condition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Reads conditions.
 *
 * <pre>
 * condition = value comparison number
 * value     = [ "sum" | "avg" | "min" | "max" ] "(" series ")" | series
 * series    = selector | ( "rate" | "increase" ) "(" selector "[" duration "]" ")"
 * selector  = metric [ "{" label ("=" | "!=" | "=~" | "!~") text { "," … } "}" ]
 * </pre>
 */
final class ConditionParser {

    private static final Pattern DURATION = Pattern.compile("\\d{1,9}(ms|s|m|h)");
    private static final Pattern COMPARISON = Pattern.compile("[=!<>]+");

    private final ConditionScanner in;

    ConditionParser(String text) {
        this.in = new ConditionScanner(text);
    }

    Condition parse() {
        Optional<Reduction> reduction = reduction();
        Optional<CounterChange> change = change();
        Selector selector = selector();
        Duration window = change.isPresent() ? window() : Duration.ZERO;
        if (reduction.isPresent()) {
            in.expect(")");
        }
        Comparison comparison = comparison();
        double limit = in.number();
        if (!in.atEnd()) {
            throw in.wrong("the end: a condition is one comparison with a number");
        }
        return new Condition(reduction, change, selector, window, comparison, limit);
    }

    private Optional<Reduction> reduction() {
        String word = in.wordBefore("(");
        Optional<Reduction> found = Stream.of(Reduction.values())
                .filter(reduction -> reduction.word().equals(word))
                .findFirst();
        if (found.isPresent()) {
            in.word("");
            in.expect("(");
        }
        return found;
    }

    private Optional<CounterChange> change() {
        String word = in.wordBefore("(");
        if (word.isEmpty()) {
            return Optional.empty();
        }
        CounterChange change = Stream.of(CounterChange.values())
                .filter(c -> c.word().equals(word))
                .findFirst()
                .orElseThrow(() -> in.wrong("one of sum, avg, min, max, rate, increase, or a metric"));
        in.word("");
        in.expect("(");
        return Optional.of(change);
    }

    private Selector selector() {
        String metric = in.word("a metric");
        List<LabelMatcher> matchers = new ArrayList<>();
        if (in.accept("{")) {
            while (!in.accept("}")) {
                matchers.add(matcher());
                if (!in.accept(",")) {
                    in.expect("}");
                    break;
                }
            }
        }
        return new Selector(metric, List.copyOf(matchers));
    }

    private LabelMatcher matcher() {
        String label = in.word("a label");
        LabelMatcher.Kind kind = kind();
        String text = in.quoted();
        try {
            return LabelMatcher.of(label, kind, text);
        } catch (PatternSyntaxException e) {
            throw in.wrong("a regular expression for label " + label + " (" + e.getDescription() + ")");
        }
    }

    private LabelMatcher.Kind kind() {
        // The longer signs first: '=' begins '=~'.
        for (LabelMatcher.Kind kind : List.of(
                LabelMatcher.Kind.LIKE,
                LabelMatcher.Kind.NOT_LIKE,
                LabelMatcher.Kind.NOT_EQUAL,
                LabelMatcher.Kind.EQUAL)) {
            if (in.accept(kind.sign)) {
                return kind;
            }
        }
        throw in.wrong("one of =, !=, =~, !~");
    }

    private Duration window() {
        in.expect("[");
        Duration window = duration(in.matching(DURATION, "a duration such as 5m"));
        if (window.isZero() || window.compareTo(Condition.LONGEST_WINDOW) > 0) {
            throw in.wrong("a window above zero and up to 1h before this: samples are kept no longer");
        }
        in.expect("]");
        in.expect(")");
        return window;
    }

    static Duration duration(String text) {
        long number = Long.parseLong(text.replaceAll("\\D", ""));
        return switch (text.replaceAll("\\d", "").toLowerCase(Locale.ROOT)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    private Comparison comparison() {
        String sign = in.matching(COMPARISON, "one of ==, !=, >, >=, <, <=");
        return Stream.of(Comparison.values())
                .filter(comparison -> comparison.sign().equals(sign))
                .findFirst()
                .orElseThrow(() -> in.wrong("one of ==, !=, >, >=, <, <= instead of '" + sign + "' before this"));
    }
}
