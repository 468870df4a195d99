package dev.baton.jobs.check;

import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/** Refuses names, times and numbers that cannot work, with the value and the limit in the message. */
public final class InputChecks {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]*");
    private static final Pattern UNSTORABLE = Pattern.compile("\\p{Cntrl}|\\p{Cs}");
    private static final int MAX_KEY = 200;

    /** Beyond that H2 counts a time round to the past, and what was meant for then would run at once. */
    private static final Instant LATEST = Instant.parse("2261-01-01T00:00:00Z");

    private static final Duration LONGEST_PAUSE = Duration.ofDays(36_500);

    private InputChecks() {}

    public static Duration positiveTime(String name, Duration value) {
        if (value == null || value.toMillis() <= 0) {
            throw new IllegalArgumentException(
                    name + " must be at least 1 ms, got " + (value == null ? "nothing" : value.toMillis() + " ms"));
        }
        return value;
    }

    /** One that counts from now, on every database. */
    public static Duration pause(String name, Duration value) {
        if (positiveTime(name, value).compareTo(LONGEST_PAUSE) > 0) {
            throw new IllegalArgumentException(
                    name + " must be " + LONGEST_PAUSE.toDays() + " days at most, got " + value.toDays() + " days");
        }
        return value;
    }

    /** A time that every database keeps as it is. */
    public static Instant time(String name, Instant value) {
        if (value.isBefore(Instant.EPOCH) || !value.isBefore(LATEST)) {
            throw new IllegalArgumentException(
                    name + " is " + value + ": it must be after 1970 and before 2261, which every database can keep");
        }
        return value;
    }

    public static int atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
        return value;
    }

    /** A run must be abandoned before another worker can reclaim it. */
    public static void lockTimeout(String what, Duration lock, Duration heartbeat, Duration answer) {
        Duration least = heartbeat.plus(answer).multipliedBy(3);
        if (lock.compareTo(least) <= 0) {
            throw new IllegalArgumentException(what + " (" + lock.toMillis()
                    + " ms) must be longer than 3 x (heartbeat "
                    + heartbeat.toMillis() + " ms + its time-out " + answer.toMillis() + " ms) = " + least.toMillis()
                    + " ms: a run must be abandoned before another worker can reclaim it; lengthen the lock or beat"
                    + " more often");
        }
    }

    public static String jobName(String name) {
        return name("job name", name, 128);
    }

    public static String queueName(String name) {
        return name("queue", name, 64);
    }

    public static String capabilityName(String name) {
        return name("capability", name, 64);
    }

    public static String uniqueKey(String key) {
        if (key.isEmpty() || key.length() > MAX_KEY) {
            throw new IllegalArgumentException(
                    "a unique key has 1 to " + MAX_KEY + " characters, this one has " + key.length());
        }
        if (key.startsWith(" ") || key.endsWith(" ")) {
            throw new IllegalArgumentException("the unique key '" + key
                    + "' begins or ends with a space, which databases do not compare alike: strip it");
        }
        if (UNSTORABLE.matcher(key).find()) {
            throw new IllegalArgumentException("a unique key holds a control character: no database keeps them all");
        }
        return key;
    }

    private static String name(String what, String value, int max) {
        if (value == null || value.length() > max || !NAME.matcher(value).matches()) {
            throw new IllegalArgumentException(what + " '" + value + "' is not allowed: use up to " + max
                    + " letters, digits, '.', '_', ':', '/' and '-', beginning with a letter or digit");
        }
        return value;
    }
}
