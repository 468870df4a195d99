package dev.baton.shards;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a node has lately done for the shards of a layout.
 *
 * @param layout the layout's number
 * @param spanMillis in how long
 * @param pieces by shard; those of which it did nothing are left out
 */
record WorkReport(long layout, long spanMillis, Map<Integer, Long> pieces) {

    private static final Pattern PIECES = Pattern.compile("(\\d{1,4}):(\\d{1,18})");

    WorkReport {
        pieces = Map.copyOf(pieces);
    }

    /** The pieces in one line: {@code 3:120 17:5}. */
    String line() {
        return new TreeMap<>(pieces)
                .entrySet().stream()
                        .map(shard -> shard.getKey() + ":" + shard.getValue())
                        .collect(Collectors.joining(" "));
    }

    /** What a row says; empty if somebody has made it unreadable. */
    static Optional<WorkReport> read(long layout, long spanMillis, String line) {
        Map<Integer, Long> pieces = new TreeMap<>();
        for (String part : line.isBlank() ? new String[0] : line.strip().split(" +")) {
            Matcher one = PIECES.matcher(part);
            if (!one.matches()) {
                return Optional.empty();
            }
            pieces.merge(Integer.parseInt(one.group(1)), Long.parseLong(one.group(2)), Long::sum);
        }
        return spanMillis > 0 ? Optional.of(new WorkReport(layout, spanMillis, pieces)) : Optional.empty();
    }
}
