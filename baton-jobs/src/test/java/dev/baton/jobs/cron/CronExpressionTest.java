package dev.baton.jobs.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {

    /** Expression, zone, after, the next ticks. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # ordinary days
            */15 * * * *    | UTC              | 2026-01-01T00:07:00Z      | 2026-01-01T00:15:00Z, 2026-01-01T00:30:00Z
            */20 * * * * *  | UTC              | 2026-01-01T00:00:50Z      | 2026-01-01T00:01:00Z, 2026-01-01T00:01:20Z
            30 4 * * MON-FRI| UTC              | 2026-01-02T05:00:00Z      | 2026-01-05T04:30:00Z, 2026-01-06T04:30:00Z
            0 0 29 2 *      | UTC              | 2025-01-01T00:00:00Z      | 2028-02-29T00:00:00Z, 2032-02-29T00:00:00Z
            0 12 L * ?      | UTC              | 2026-01-31T12:00:00Z      | 2026-02-28T12:00:00Z, 2026-03-31T12:00:00Z
            0 0 13 * FRI    | UTC              | 2026-02-10T00:00:00Z      | 2026-02-13T00:00:00Z, 2026-02-20T00:00:00Z
            0 0 * * 7       | UTC              | 2026-01-01T00:00:00Z      | 2026-01-04T00:00:00Z, 2026-01-11T00:00:00Z
            @daily          | Asia/Tokyo       | 2026-01-01T00:00:00Z      | 2026-01-01T15:00:00Z, 2026-01-02T15:00:00Z
            5,10-12 8 1 JAN,JUL * | UTC        | 2026-01-01T08:05:00Z      | 2026-01-01T08:10:00Z, 2026-01-01T08:11:00Z
            # a field that begins with an asterisk is not restricted: both kinds of day have to match
            0 0 */2 * MON   | UTC              | 2026-01-01T12:00:00Z      | 2026-01-05T00:00:00Z, 2026-01-19T00:00:00Z, 2026-02-09T00:00:00Z
            0 0 1 * */3     | UTC              | 2026-01-02T12:00:00Z      | 2026-02-01T00:00:00Z, 2026-03-01T00:00:00Z, 2026-04-01T00:00:00Z
            0 0 1-31/2 * MON | UTC             | 2026-01-01T12:00:00Z      | 2026-01-03T00:00:00Z, 2026-01-05T00:00:00Z, 2026-01-07T00:00:00Z
            # Berlin skips 02:00 to 03:00 on 29 March 2026 and repeats it on 25 October
            30 2 * * *      | Europe/Berlin    | 2026-03-28T12:00:00+01:00 | 2026-03-29T03:00:00+02:00, 2026-03-30T02:30:00+02:00
            30 2 * * *      | Europe/Berlin    | 2026-10-24T12:00:00+02:00 | 2026-10-25T02:30:00+02:00, 2026-10-26T02:30:00+01:00
            30 2 * * *      | Europe/Berlin    | 2026-10-25T02:10:00+01:00 | 2026-10-26T02:30:00+01:00
            0 3 * * *       | Europe/Berlin    | 2026-03-28T12:00:00+01:00 | 2026-03-29T03:00:00+02:00, 2026-03-30T03:00:00+02:00
            0 * * * *       | Europe/Berlin    | 2026-03-29T00:30:00+01:00 | 2026-03-29T01:00:00+01:00, 2026-03-29T03:00:00+02:00, 2026-03-29T04:00:00+02:00
            0 * * * *       | Europe/Berlin    | 2026-10-25T01:30:00+02:00 | 2026-10-25T02:00:00+02:00, 2026-10-25T02:00:00+01:00, 2026-10-25T03:00:00+01:00
            */30 * * * *    | Europe/Berlin    | 2026-10-25T02:15:00+02:00 | 2026-10-25T02:30:00+02:00, 2026-10-25T02:00:00+01:00, 2026-10-25T02:30:00+01:00, 2026-10-25T03:00:00+01:00
            # New York, 8 March and 1 November 2026
            15 2 * * *      | America/New_York | 2026-03-07T12:00:00-05:00 | 2026-03-08T03:00:00-04:00, 2026-03-09T02:15:00-04:00
            30 1 * * *      | America/New_York | 2026-10-31T12:00:00-04:00 | 2026-11-01T01:30:00-04:00, 2026-11-02T01:30:00-05:00
            # Lord Howe moves by half an hour only: 4 October and 5 April 2026
            15 2 * * *      | Australia/Lord_Howe | 2026-10-03T12:00:00+10:30 | 2026-10-04T02:30:00+11:00, 2026-10-05T02:15:00+11:00
            */15 * * * *    | Australia/Lord_Howe | 2026-04-05T01:40:00+11:00 | 2026-04-05T01:45:00+11:00, 2026-04-05T01:30:00+10:30, 2026-04-05T01:45:00+10:30
            # Santiago skips midnight on 6 September 2026
            0 0 * * *       | America/Santiago | 2026-09-05T12:00:00-04:00 | 2026-09-06T01:00:00-03:00, 2026-09-07T00:00:00-03:00
            # Apia skipped the whole of 30 December 2011
            0 12 * * *      | Pacific/Apia     | 2011-12-29T13:00:00-10:00 | 2011-12-31T00:00:00+14:00, 2011-12-31T12:00:00+14:00
            """)
    void ticks(String expression, String zone, String after, String expected) {
        List<Instant> wanted = Arrays.stream(expected.split(","))
                .map(time -> OffsetDateTime.parse(time.strip()).toInstant())
                .toList();
        CronExpression cron = CronExpression.parse(expression);
        List<Instant> ticks = new ArrayList<>();
        Instant at = OffsetDateTime.parse(after).toInstant();
        while (ticks.size() < wanted.size()) {
            at = cron.next(at, ZoneId.of(zone)).orElseThrow();
            ticks.add(at);
        }
        assertThat(ticks).isEqualTo(wanted);
    }

    /** A whole year in each zone: every tick is later than the one before, and a daily one comes once per day. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago"})
    void aDailyTickComesOncePerDayOfTheYear(String zone) {
        for (String expression : List.of("30 2 * * *", "0 0 * * *", "59 23 * * *", "30 1 * * *")) {
            CronExpression cron = CronExpression.parse(expression);
            Instant at = Instant.parse("2026-01-01T12:00:00Z");
            int ticks = 0;
            while (at.isBefore(Instant.parse("2027-01-01T12:00:00Z"))) {
                Instant next = cron.next(at, ZoneId.of(zone)).orElseThrow();
                assertThat(next).isAfter(at);
                at = next;
                ticks++;
            }
            assertThat(ticks).as(expression).isBetween(365, 366);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "* * * *",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * * 13 *",
                "* * * * 8",
                "a * * * *",
                "*/0 * * * *",
                "5-1 * * * *",
                "* * * * * * *",
                "0 0 31 2 *",
                "1,,2 * * * *",
                "@fortnightly",
                "-1 * * * *"
            })
    void wrongExpressionsAreRefused(String expression) {
        assertThatThrownBy(() -> CronExpression.parse(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cron");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Mars/Olympus", "", "Europe/berlin!"})
    void unknownZonesAreRefused(String zone) {
        assertThatThrownBy(() -> CronExpression.zone(zone))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("time zone");
    }
}
