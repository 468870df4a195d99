package dev.baton.chaos.report;

import dev.baton.chaos.StormResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report of a storm in plain words. */
public final class StormReport {

    private StormReport() {}

    public static String of(StormResult result) {
        StringBuilder text = new StringBuilder();
        TextReport.line(
                text,
                "%s %d s of all attacks at once on %d nodes, %d intents and %d jobs acknowledged",
                result.ok() ? "The storm was weathered." : "THE STORM HAS DONE HARM.",
                result.settings().seconds(),
                result.settings().nodes(),
                result.intents(),
                result.jobs());
        text.append("\nAttacks: status and how often; 0 where the connection was closed or no answer waited for\n");
        result.answers().forEach((harm, counts) -> TextReport.line(text, "  %-20s %s", harm.label(), counts(counts)));
        text.append("\nHow long honest clients waited, ms: count, p50, p99, longest\n");
        times(text, "calm", result.calm());
        times(text, "storm", result.storm());
        TextReport.line(text, "  p99 in the storm: %.1f times that of the calm", result.ratio());
        TextReport.checked(text, result.findings());
        return text.toString();
    }

    private static void times(StringBuilder text, String name, List<Double> millis) {
        if (!millis.isEmpty()) {
            TextReport.line(text, "  %-20s %s", name, TextReport.distribution(millis));
        }
    }

    private static String counts(Map<Integer, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining(", "));
    }
}
