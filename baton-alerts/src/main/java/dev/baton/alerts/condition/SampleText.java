package dev.baton.alerts.condition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Samples as text, a line each in the form of Prometheus: {@code name{label="value"} 1.0}. A line that begins with
 * {@code +} is the first that this process reports of a series: a counter there has grown from nothing.
 */
public final class SampleText {

    private SampleText() {}

    /**
     * One line. Most are of series that were met before, so what the series is called is not taken apart.
     *
     * @param fresh whether the series was new with it
     */
    record Line(String series, double value, boolean fresh) {

        Sample sample() {
            return SampleText.sample(series + ' ' + value);
        }
    }

    /** The name and labels of a series, as a key. */
    public static String series(Sample sample) {
        return sample.labels().entrySet().stream()
                .map(label -> label.getKey() + "=" + quote(label.getValue()))
                .collect(Collectors.joining(",", sample.name() + "{", "}"));
    }

    /** @param known the series that were reported before */
    public static String write(Collection<Sample> samples, Collection<String> known) {
        StringBuilder text = new StringBuilder();
        for (Sample sample : samples) {
            String series = series(sample);
            text.append(known.contains(series) ? "" : "+")
                    .append(series)
                    .append(' ')
                    .append(sample.value())
                    .append('\n');
        }
        return text.toString();
    }

    /** What {@link #write} wrote. */
    static List<Line> read(String text) {
        List<Line> lines = new ArrayList<>();
        for (String line : text.lines().toList()) {
            boolean fresh = line.startsWith("+");
            int end = line.lastIndexOf(' ');
            lines.add(new Line(line.substring(fresh ? 1 : 0, end), Double.parseDouble(line.substring(end + 1)), fresh));
        }
        return lines;
    }

    /** One line; labels may be missing, and what follows the value is left alone. */
    public static Sample sample(String line) {
        ConditionScanner scanner = new ConditionScanner(line);
        String name = scanner.word("a metric");
        Map<String, String> labels = new LinkedHashMap<>();
        if (scanner.accept("{")) {
            while (!scanner.accept("}")) {
                String label = scanner.word("a label");
                scanner.expect("=");
                labels.put(label, scanner.quoted());
                scanner.accept(",");
            }
        }
        return new Sample(name, labels, scanner.number());
    }

    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
