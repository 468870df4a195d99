package dev.baton.jobs.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.cron.CronExpression;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PassedTicksTest {

    private static final Instant NOW = Instant.parse("2026-11-16T08:59:30Z"); // a Monday

    private static PassedTicks passed(String cron, String since, int wanted) {
        return PassedTicks.since(Instant.parse(since), NOW, CronExpression.parse(cron), ZoneOffset.UTC, wanted);
    }

    @Test
    void fewAreToldOneByOne() {
        PassedTicks hourly = passed("0 * * * *", "2026-11-16T05:30:00Z", 2);
        assertThat(hourly.latest())
                .containsExactly(Instant.parse("2026-11-16T07:00:00Z"), Instant.parse("2026-11-16T08:00:00Z"));
        assertThat(hourly.passed()).isEqualTo(3);
        assertThat(hourly.next()).isEqualTo("2026-11-16T09:00:00Z");
    }

    /** More than are looked at, and none of them near. */
    @Test
    void theLatestAreFoundHoweverLongAgoTheyWere() {
        PassedTicks twoDays = passed("* * * 9-10 11 *", "2026-11-08T12:00:00Z", 3);
        assertThat(twoDays.latest())
                .containsExactly(
                        Instant.parse("2026-11-10T23:59:57Z"),
                        Instant.parse("2026-11-10T23:59:58Z"),
                        Instant.parse("2026-11-10T23:59:59Z"));
        assertThat(twoDays.passed()).isGreaterThan(PassedTicks.LOOKED_AT);
        assertThat(twoDays.next()).isEqualTo("2027-11-09T00:00:00Z");
    }

    @Test
    void theLatestAreFoundBeforeAWeekend() {
        PassedTicks working = passed("* * 9-17 * * MON-FRI", "2026-11-01T00:00:00Z", 2);
        assertThat(working.latest())
                .containsExactly(Instant.parse("2026-11-13T17:59:58Z"), Instant.parse("2026-11-13T17:59:59Z"));
    }

    @Test
    void aTimeFarInThePastTakesNoLongerThanADaysAbsence() {
        PassedTicks everySecond = passed("* * * * * *", "0001-01-01T00:00:00Z", 1);
        assertThat(everySecond.latest()).containsExactly(NOW);
        PassedTicks oneDayLongAgo = passed("* * * 29 2 *", "0001-01-01T00:00:00Z", 1);
        assertThat(oneDayLongAgo.latest()).containsExactly(Instant.parse("2024-02-29T23:59:59Z"));
    }

    @Test
    void afterALastTickThatIsStillToComeTheNextOneIsLater() {
        PassedTicks ahead = passed("0 * * * *", "2026-11-16T12:30:00Z", 3);
        assertThat(ahead.latest()).isEmpty();
        assertThat(ahead.passed()).isZero();
        assertThat(ahead.next()).isEqualTo("2026-11-16T13:00:00Z");
    }

    /** Against a walk through all of them. */
    @ParameterizedTest
    @CsvSource({
        "* * * 1-3 11 *, 10000",
        "*/2 * * 1-7 * *, 10000",
        "* * 3 * * *, 7",
        "* * 1-2 * * SAT, 10000",
        "*/7 * * 10-20 8-10 *, 500",
        "* * * 25 10 *, 9999"
    })
    void theLatestAreThoseOfAWalkThroughAll(String cron, int wanted) {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        CronExpression expression = CronExpression.parse(cron);
        Instant since = Instant.parse("2026-05-01T00:00:00Z");
        List<Instant> all = new ArrayList<>();
        for (Instant tick = since;
                !tick.isAfter(NOW);
                tick = expression.next(tick, zone).orElseThrow()) {
            all.add(tick);
        }
        all.remove(0);
        PassedTicks found = PassedTicks.since(since, NOW, expression, zone, wanted);
        assertThat(found.latest()).containsExactlyElementsOf(all.subList(Math.max(0, all.size() - wanted), all.size()));
        assertThat(found.passed()).isEqualTo(Math.min(all.size(), PassedTicks.LOOKED_AT + 1));
    }
}
