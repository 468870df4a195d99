package dev.baton.alerts;

import dev.baton.alerts.condition.Condition;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One rule.
 *
 * @param name letters, digits and '_', so that Prometheus takes it as well
 * @param lasting how long the condition must hold before the alert fires ({@code for}); zero fires at once
 * @param receivers ({@code notify}) names of notifiers; {@code name:detail} hands the detail to it, as in {@code slack:#ops}
 */
public record AlertRule(String name, Condition condition, Duration lasting, Severity severity, List<String> receivers) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Pattern NOTIFIER = Pattern.compile("[^\\s,:][^\\s,]{0,198}");
    private static final int LONGEST_TEXT = 1_000;

    public AlertRule {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("alert name '" + name
                    + "' is not allowed: use up to 128 letters, digits and '_', not beginning with a digit");
        }
        if (lasting.isNegative()) {
            throw new IllegalArgumentException("alert " + name + " has for = " + lasting + ": it must not be negative");
        }
        if (condition.toString().length() > LONGEST_TEXT
                || String.join(",", receivers).length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(
                    "alert " + name + " has a condition or notify of over " + LONGEST_TEXT + " characters");
        }
        receivers = receivers.stream().distinct().toList(); // who is named twice is told once
        for (String notifier : receivers) {
            if (!NOTIFIER.matcher(notifier).matches()) {
                throw new IllegalArgumentException("alert " + name + " notifies '" + notifier
                        + "': use the name of a notifier, or name:detail, without blanks and commas");
            }
        }
    }

    /** The notifier that an entry of {@code notify} names. */
    static String notifier(String entry) {
        return entry.substring(0, entry.indexOf(':') < 0 ? entry.length() : entry.indexOf(':'));
    }

    /** What an entry of {@code notify} hands to its notifier; may be empty. */
    static String detail(String entry) {
        return entry.indexOf(':') < 0 ? "" : entry.substring(entry.indexOf(':') + 1);
    }
}
