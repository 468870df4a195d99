package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.sql.Baton;
import dev.baton.testkit.H2Database;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {

    @Test
    void aLockTooShortForThreeHeartbeatsIsRefusedWithTheSum() {
        assertThatThrownBy(() -> JobSettings.DEFAULT.withLock(
                        Duration.ofSeconds(105), Duration.ofSeconds(30), Duration.ofSeconds(5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("105000 ms")
                .hasMessageContaining("lock_timeout");
        assertThatCode(() -> JobSettings.DEFAULT.withLock(
                        Duration.ofMillis(105_001), Duration.ofSeconds(30), Duration.ofSeconds(5)))
                .doesNotThrowAnyException();
    }

    /** Some databases pad what they compare, some end a text at a zero. */
    @ParameterizedTest
    @ValueSource(strings = {"", "k ", " k", "k\u0000", "k\n", "k\uD83D"})
    void uniqueKeysThatDatabasesDoNotCompareAlikeAreRefused(String key) {
        assertThatThrownBy(() -> JobRequest.of("j").uniqueKey(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unique key");
    }

    @Test
    void intervalsThatAreNotPositiveAreRefused() {
        assertThatThrownBy(() -> Schedule.every(Duration.ZERO)).hasMessageContaining("interval");
        assertThatThrownBy(() -> Schedule.after(Duration.ofSeconds(-1))).hasMessageContaining("delay");
        assertThatThrownBy(() -> Schedule.cron("0 0 * * *", "Europe/Atlantis")).hasMessageContaining("Atlantis");
        assertThatThrownBy(() -> JobSettings.DEFAULT.withThreads(0)).hasMessageContaining("threads");
    }

    /** H2 counts a time after 2262 round to the past: such a job would run at once. */
    @ParameterizedTest
    @ValueSource(strings = {"2261-01-01T00:00:00Z", "9999-01-01T00:00:00Z", "1969-12-31T23:59:59Z"})
    void timesThatNotEveryDatabaseKeepsAreRefused(String time) {
        assertThatThrownBy(() -> JobRequest.of("j").runAt(Instant.parse(time)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(time)
                .hasMessageContaining("before 2261");
        assertThatThrownBy(() -> Schedule.every(Duration.ofDays(36_501))).hasMessageContaining("36500 days at most");
        assertThatThrownBy(() -> Schedule.after(Duration.ofDays(36_501))).hasMessageContaining("36500 days at most");
        assertThatCode(() -> JobRequest.of("j").runAt(Instant.parse("2260-12-31T23:59:59Z")))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[1,]",
                "{\"a\" 1}",
                "nul",
                "01",
                "1 2",
                "\"\\x\"",
                "\"\\u12\"",
                "{\"a\":1,}",
                "\"open",
                "-",
                "1."
            })
    void whatIsNotJsonIsRefusedAsAPayload(String text) {
        assertThatThrownBy(() -> JobRequest.of("j").payload(text)).isInstanceOf(PayloadException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", " {\"a\": [1, -2.5e3, \"\\u00e9\\n\", true, null, {}]} ", "7", "\"x\""})
    void whatIsJsonIsTaken(String text) {
        assertThat(JobRequest.of("j").payload(text).payload()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a,b", "-x", "naïve"})
    void namesThatCannotBeKeysAreRefused(String name) {
        assertThatThrownBy(() -> JobRequest.of(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void retriesGrowToTheirLimit() {
        RetryPolicy policy = RetryPolicy.exponential(5, Duration.ofSeconds(1), Duration.ofSeconds(10));
        assertThat(policy.pauseAfter(1, 0)).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.pauseAfter(3, 0)).isEqualTo(Duration.ofSeconds(4));
        assertThat(policy.pauseAfter(50, 0)).isEqualTo(Duration.ofSeconds(10));
        assertThat(policy.pauseAfter(50, 0.999)).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(9));
        assertThatThrownBy(() -> RetryPolicy.fixed(0, Duration.ofSeconds(1))).hasMessageContaining("attempts");
    }

    /** Else its worker would go on, and its campaigns stay, with nobody to close them. */
    @Test
    void aStartThatIsRefusedLeavesNothingBehind() {
        try (Baton baton = Baton.on(H2Database.fresh().dataSource())
                .component(JobsSchema.COMPONENT)
                .start()) {
            Campaign inTheWay = baton.campaign("metrics-aggregator");
            assertThatThrownBy(() -> Jobs.on(baton).start()).hasMessageContaining("already stands for role");
            assertThat(baton.campaigns()).containsExactly(inTheWay);
            inTheWay.close();
            try (Jobs jobs = Jobs.on(baton).start()) {
                assertThat(baton.campaigns()).hasSize(3);
            }
        }
    }
}
