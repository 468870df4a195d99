package dev.baton.server.api;

import dev.baton.jobs.Schedule;
import dev.baton.server.config.Durations;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** Schedules and times as clients write them. */
final class Schedules {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Schedules() {}

    /** From the members {@code interval}, {@code delay}, {@code cron}, {@code timezone} and {@code catchUp}, where they may be there. */
    static Schedule read(JsonObject body) {
        Optional<Duration> interval = time(body, "interval");
        Optional<Duration> delay = time(body, "delay");
        Optional<String> cron = body.optionalText("cron");
        if (Stream.of(interval, delay, cron).filter(Optional::isPresent).count() != 1) {
            throw Problem.invalid("a schedule is either an interval, a delay or a cron");
        }
        try {
            if (cron.isPresent()) {
                Schedule.Cron ticks =
                        Schedule.cron(cron.get(), body.optionalText("timezone").orElse("UTC"));
                return body.optionalNumber("catchUp").map(ticks::catchingUp).orElse(ticks);
            }
            return interval.isPresent() ? Schedule.every(interval.get()) : Schedule.after(delay.get());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw Problem.invalid(e.getMessage());
        }
    }

    static Optional<Duration> time(JsonObject body, String member) {
        return body.optionalText(member)
                .map(text -> Durations.parse(text)
                        .filter(time -> time.compareTo(LONGEST) <= 0)
                        .orElseThrow(() -> Problem.invalid(
                                member + " is '" + text + "': it must be a time like 10m or 30s, of 36500d at most")));
    }
}
