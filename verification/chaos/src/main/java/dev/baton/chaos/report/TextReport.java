package dev.baton.chaos.report;

import dev.baton.chaos.Result;
import dev.baton.chaos.check.Finding;
import dev.baton.chaos.faults.Struck;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The report in plain words. */
public final class TextReport {

    private TextReport() {}

    public static String of(Result result) {
        StringBuilder text = new StringBuilder();
        text.append(verdict(result)).append("\n\n");
        text.append(figures(result)).append("\n\nFaults\n");
        counts(result.faults()).forEach((kind, count) -> line(text, "%6d  %s", count, kind));
        checked(text, result.findings());
        text.append("\nFrom the blow to the next open gate, ms: count, p50, p99, longest\n");
        FailOvers.of(result).forEach((key, times) -> line(text, "  %-60s %s", key, distribution(times)));
        return text.toString();
    }

    static void checked(StringBuilder text, List<Finding> findings) {
        text.append("\nWhat was checked\n");
        for (Finding finding : findings) {
            line(
                    text,
                    "  %s  %s: %d%s%s",
                    finding.ok() ? "ok  " : "FAIL",
                    finding.title(),
                    finding.checked(),
                    finding.ok() ? "" : ", " + finding.count() + " violations",
                    finding.note().isEmpty() ? "" : " (" + finding.note() + ")");
            finding.violations().forEach(violation -> line(text, "          %s", violation));
        }
    }

    static String verdict(Result result) {
        return (result.ok() ? "No violation." : "VIOLATIONS FOUND.") + " Seed "
                + result.settings().seed() + ". To run the same faults again: "
                + result.settings().command();
    }

    static String figures(Result result) {
        return String.format(
                Locale.ROOT,
                "%.0f s on %s, %d nodes, %d faults, %d intents and %d jobs acknowledged, %d requests repeated, %d calls at the"
                        + " gateway",
                (result.ended() - result.began()) / 1e9,
                result.settings().engine().label(),
                result.settings().nodes(),
                result.faults().size(),
                result.intents(),
                result.jobs(),
                result.retries(),
                result.history().calls().size());
    }

    static Map<String, Integer> counts(List<Struck> faults) {
        Map<String, Integer> counts = new TreeMap<>();
        faults.forEach(fault -> counts.merge(fault.kind().title(), 1, Integer::sum));
        return counts;
    }

    static String distribution(List<Double> times) {
        return String.format(
                Locale.ROOT,
                "%4d %8.0f %8.0f %8.0f",
                times.size(),
                FailOvers.percentile(times, 0.5),
                FailOvers.percentile(times, 0.99),
                times.get(times.size() - 1));
    }

    static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
