package dev.baton.bench.report;

import java.io.PrintStream;
import java.util.Locale;

/** What a benchmark found: results on one stream, progress on another. */
public final class Report {

    private final PrintStream results;
    private final PrintStream progress;

    public Report(String name, PrintStream results, PrintStream progress) {
        this.results = results;
        this.progress = progress;
        results.println("== " + name);
    }

    /** For people who wait. */
    public void progress(String format, Object... values) {
        progress.println("   ... " + text(format, values));
    }

    /** A measured figure. */
    public void line(String format, Object... values) {
        results.println("   " + text(format, values));
        results.flush();
    }

    /** A figure beside what it has to be. */
    public void verdict(Verdict verdict) {
        results.println(" > " + verdict.text());
        results.flush();
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
