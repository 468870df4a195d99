package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseRecordsTest {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final AtomicLong elapsed = new AtomicLong();
    private final LeaseRecords records = new LeaseRecords(INTERVAL, elapsed::get);

    @Test
    void ofEachRoleTheFirstTermIsRecordedAndThenOneInEachInterval() {
        assertThat(records.isDue("a")).isTrue();
        assertThat(records.isDue("a")).as("nobody was granted it").isTrue();
        records.done("a");
        assertThat(records.isDue("a")).isFalse();
        assertThat(records.isDue("b")).isTrue();
        elapsed.addAndGet(INTERVAL.toNanos() - 1);
        assertThat(records.isDue("a")).isFalse();
        elapsed.incrementAndGet();
        assertThat(records.isDue("a")).isTrue();
        records.done("a");
        assertThat(records.isDue("a")).isFalse();
    }

    @Test
    void anIntervalOfZeroRecordsEveryTerm() {
        LeaseRecords all = new LeaseRecords(Duration.ZERO, elapsed::get);
        all.done("a");
        assertThat(all.isDue("a")).isTrue();
    }

    /** Names of locks may be made up as a program runs: what is remembered of them has a bound. */
    @Test
    void forgetsWhatWasRecordedLongestAgo() {
        records.done("first");
        records.done("second");
        records.done("first");
        for (int i = 0; i < 9_999; i++) {
            records.done("role-" + i);
        }
        assertThat(records.isDue("first")).isFalse();
        assertThat(records.isDue("second")).isTrue();
    }
}
