package dev.baton.chaos.report;

import dev.baton.chaos.shards.ShardsResult;
import dev.baton.chaos.shards.ShardsSettings;

/** The report of a run of shards in plain words. */
public final class ShardsReport {

    private ShardsReport() {}

    public static String of(ShardsResult result) {
        ShardsSettings settings = result.settings();
        StringBuilder text = new StringBuilder();
        TextReport.line(
                text,
                "%s %d s, %d processes and one that comes and goes, %d shards at first. To run the same faults again: %s",
                result.ok() ? "No violation." : "VIOLATIONS FOUND.",
                settings.seconds(),
                settings.nodes(),
                settings.shards(),
                settings.command());
        text.append("\nFaults\n");
        result.faults().forEach((fault, count) -> TextReport.line(text, "%6d  %s", count, fault.title()));
        TextReport.checked(text, result.findings());
        return text.toString();
    }
}
