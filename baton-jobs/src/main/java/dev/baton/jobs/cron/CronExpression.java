package dev.baton.jobs.cron;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Five fields (minute, hour, day of month, month, day of week) or six (second first). {@code *}, {@code ?}, lists, ranges,
 * steps, names of months and days, {@code L} for the last day of a month; {@code @hourly, @daily, @weekly, @monthly,
 * @yearly}. Sunday is 0 or 7. If both kinds of day are restricted, either one matches; else both have to. As in Unix, a field that
 * begins with {@code *} is not restricted, one with a step neither: every second day and Mondays are the Mondays among those days.
 *
 * <p>On the days when clocks change: an expression that names all 24 hours follows the elapsed
 * time, so it ticks in each of two repeated hours and not in a skipped one. Any other expression names times of day:
 * one that is skipped ticks at the moment of the change, and one that is repeated ticks the first time only.
 *
 * <p>Immutable.
 */
public final class CronExpression {

    private static final CronField.Kind SECOND = new CronField.Kind("second", 0, 59, List.of());
    private static final CronField.Kind MINUTE = new CronField.Kind("minute", 0, 59, List.of());
    private static final CronField.Kind HOUR = new CronField.Kind("hour", 0, 23, List.of());
    private static final CronField.Kind DAY = new CronField.Kind("day of month", 1, 31, List.of());
    private static final CronField.Kind MONTH = new CronField.Kind(
            "month",
            1,
            12,
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"));
    private static final CronField.Kind WEEKDAY =
            new CronField.Kind("day of week", 0, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"));
    private static final Map<String, String> NICKNAMES = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");

    /** Leap days come back after at most eight years; what has not matched by then never will. */
    private static final int YEARS = 9;

    private final String text;
    private final CronField seconds;
    private final CronField minutes;
    private final CronField hours;
    private final CronField days;
    private final boolean lastDay;
    private final CronField months;
    private final CronField weekdays;

    private CronExpression(String text, String[] fields) {
        this.text = text;
        this.seconds = CronField.parse(SECOND, fields[0]);
        this.minutes = CronField.parse(MINUTE, fields[1]);
        this.hours = CronField.parse(HOUR, fields[2]);
        this.lastDay = fields[3].equals("L");
        this.days = lastDay ? new CronField(new BitSet(), false) : CronField.parse(DAY, fields[3]);
        this.months = CronField.parse(MONTH, fields[4]);
        this.weekdays = sundayTwice(CronField.parse(WEEKDAY, fields[5]));
    }

    /**
     * Parses an expression.
     *
     * @throws IllegalArgumentException if it is wrong, or can never match; says where
     */
    public static CronExpression parse(String text) {
        String given = text == null ? "" : text.strip();
        String[] fields = NICKNAMES.getOrDefault(given, given).split("\\s+");
        if (fields.length == 5) {
            fields = ("0 " + String.join(" ", fields)).split(" ");
        }
        if (fields.length != 6) {
            throw new IllegalArgumentException("cron expression '" + given + "' has " + fields.length
                    + " fields: give 5 (minute hour day month weekday) or 6 (second first)");
        }
        CronExpression cron = new CronExpression(given, fields);
        if (cron.nextLocal(LocalDateTime.of(2024, 1, 1, 0, 0)).isEmpty()) {
            throw new IllegalArgumentException("cron expression '" + given + "' never matches any date");
        }
        return cron;
    }

    /**
     * The zone of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException | NullPointerException e) {
            throw new IllegalArgumentException(
                    "there is no time zone '" + name + "': use a name like Europe/Berlin, or UTC", e);
        }
    }

    private static CronField sundayTwice(CronField field) {
        if (field.matches(7)) {
            field.values().set(0);
        }
        return field;
    }

    /** The first tick after that moment; empty if there is none for years. */
    public Optional<Instant> next(Instant after, ZoneId zone) {
        return followsElapsedTime() ? nextElapsed(after, zone) : nextNamed(after, zone);
    }

    private boolean followsElapsedTime() {
        return hours.values().cardinality() == 24;
    }

    /** Every hour alike: each stretch of time with one offset is a calendar of its own. */
    private Optional<Instant> nextElapsed(Instant after, ZoneId zone) {
        Instant from = after;
        ZoneOffset offset = zone.getRules().getOffset(after);
        LocalDateTime local = LocalDateTime.ofInstant(after, offset);
        for (int i = 0; i < 4 * YEARS; i++) {
            ZoneOffset current = offset;
            ZoneOffsetTransition change = zone.getRules().nextTransition(from);
            Optional<Instant> tick = nextLocal(local).map(time -> time.toInstant(current));
            if (change == null || (tick.isPresent() && tick.get().isBefore(change.getInstant()))) {
                return tick;
            }
            from = change.getInstant();
            offset = change.getOffsetAfter();
            local = change.getDateTimeAfter().minusNanos(1);
        }
        return Optional.empty();
    }

    /** Times of day: a skipped one is the moment of the change, a repeated one the first of the two. */
    private Optional<Instant> nextNamed(Instant after, ZoneId zone) {
        LocalDateTime local = LocalDateTime.ofInstant(after, zone);
        for (Optional<LocalDateTime> found = nextLocal(local); found.isPresent(); found = nextLocal(found.get())) {
            Instant tick = resolve(found.get(), zone);
            if (tick.isAfter(after)) {
                return Optional.of(tick);
            }
        }
        return Optional.empty();
    }

    private static Instant resolve(LocalDateTime local, ZoneId zone) {
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        if (change == null) {
            return local.toInstant(zone.getRules().getOffset(local));
        }
        return change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
    }

    private Optional<LocalDateTime> nextLocal(LocalDateTime after) {
        LocalDateTime from = after.withNano(0).plusSeconds(1);
        LocalDate end = from.toLocalDate().plusYears(YEARS);
        Optional<LocalTime> today = matches(from.toLocalDate()) ? nextTime(from.toLocalTime()) : Optional.empty();
        if (today.isPresent()) {
            return Optional.of(from.toLocalDate().atTime(today.get()));
        }
        Optional<LocalTime> first = nextTime(LocalTime.MIDNIGHT);
        for (LocalDate day = from.toLocalDate().plusDays(1); day.isBefore(end); day = nextDay(day)) {
            if (matches(day)) {
                return Optional.of(day.atTime(first.orElseThrow()));
            }
        }
        return Optional.empty();
    }

    private LocalDate nextDay(LocalDate day) {
        return months.matches(day.getMonthValue())
                ? day.plusDays(1)
                : day.withDayOfMonth(1).plusMonths(1);
    }

    private boolean matches(LocalDate day) {
        if (!months.matches(day.getMonthValue())) {
            return false;
        }
        boolean byDay = lastDay ? day.getDayOfMonth() == day.lengthOfMonth() : days.matches(day.getDayOfMonth());
        boolean byWeekday = weekdays.matches(day.getDayOfWeek().getValue() % 7);
        boolean eitherIsEnough = !days.any() && !weekdays.any();
        return eitherIsEnough ? byDay || byWeekday : byDay && byWeekday;
    }

    private Optional<LocalTime> nextTime(LocalTime from) {
        for (int hour = hours.from(from.getHour()); hour >= 0; hour = hours.from(hour + 1)) {
            boolean sameHour = hour == from.getHour();
            for (int minute = minutes.from(sameHour ? from.getMinute() : 0);
                    minute >= 0;
                    minute = minutes.from(minute + 1)) {
                int second = seconds.from(sameHour && minute == from.getMinute() ? from.getSecond() : 0);
                if (second >= 0) {
                    return Optional.of(LocalTime.of(hour, minute, second));
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CronExpression cron && cron.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As it was given. */
    @Override
    public String toString() {
        return text;
    }
}
