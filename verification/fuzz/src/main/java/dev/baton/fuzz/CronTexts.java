package dev.baton.fuzz;

import dev.baton.jobs.cron.CronExpression;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** A cron expression, and its zone on a second line: refused in words, or its ticks go forward. */
public final class CronTexts {

    private static final Instant[] MOMENTS = {
        Instant.parse("2026-03-29T00:59:59.999Z"),
        Instant.parse("2024-02-29T12:00:00Z"),
        Instant.parse("2099-12-31T23:59:59Z")
    };

    private CronTexts() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String[] lines = new String(input, StandardCharsets.UTF_8).split("\n", 2);
        CronExpression cron;
        ZoneId zone;
        try {
            cron = CronExpression.parse(lines[0]);
            zone = CronExpression.zone(lines.length == 2 ? lines[1] : "Europe/Berlin");
        } catch (IllegalArgumentException refused) {
            return;
        }
        for (Instant moment : MOMENTS) {
            Instant last = moment;
            for (int tick = 0; tick < 3; tick++) {
                Optional<Instant> next = cron.next(last, zone);
                if (next.isEmpty()) {
                    break;
                }
                Expect.that(next.get().isAfter(last), "after " + last + " comes " + next.get());
                last = next.get();
            }
        }
    }
}
