package dev.baton.server.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them. */
public final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|min|h|d)");

    private Durations() {}

    public static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m", "min" -> Duration.ofMinutes(amount);
                    case "h" -> Duration.ofHours(amount);
                    default -> Duration.ofDays(amount);
                });
    }

    /** The shortest form that {@link #parse} reads. */
    public static String text(Duration value) {
        long millis = value.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds == 0 || seconds % 60 != 0) {
            return seconds + "s";
        }
        return seconds % 3600 != 0 ? seconds / 60 + "m" : seconds / 3600 + "h";
    }
}
