package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a process says that it has done, in virtual time: rounds of a second, readings five apart, a minute in all. */
class WorkLogTest {

    private static final Layout FIRST = new Layout(1, 8);

    private final WorkLog log = new WorkLog(Duration.ofSeconds(1));

    private Optional<WorkReport> report(long second) {
        return log.report(TimeUnit.SECONDS.toNanos(second));
    }

    private TermWorkCounter begin(Layout layout, int shard) {
        TermWorkCounter work = new TermWorkCounter(() -> 0);
        log.began(layout, shard, work);
        return work;
    }

    @Test
    void countsByShardOverTheLastMinute() {
        TermWorkCounter three = begin(FIRST, 3);
        TermWorkCounter five = begin(FIRST, 5);
        assertThat(report(0)).as("nothing to compare with").isEmpty();
        three.add(40);
        assertThat(report(4)).as("too soon").isEmpty();
        assertThat(report(5)).contains(new WorkReport(1, 5_000, Map.of(3, 40L)));
        five.add(2);
        assertThat(report(10)).contains(new WorkReport(1, 10_000, Map.of(3, 40L, 5, 2L)));
        for (int second = 15; second <= 65; second += 5) {
            report(second);
        }
        assertThat(report(70)).as("what is older than a minute").contains(new WorkReport(1, 60_000, Map.of()));
    }

    @Test
    void aTermThatHasEndedStillCounts() {
        TermWorkCounter three = begin(FIRST, 3);
        report(0);
        three.add(7);
        log.ended(three);
        TermWorkCounter again = begin(FIRST, 3);
        again.add(1);
        assertThat(report(5)).contains(new WorkReport(1, 5_000, Map.of(3, 8L)));
    }

    @Test
    void anotherLayoutIsCountedAnewAndALateTermOfTheLastOneNotAtAll() {
        TermWorkCounter late = begin(FIRST, 3);
        report(0);
        late.add(7);
        TermWorkCounter next = begin(new Layout(2, 4), 3);
        late.add(7);
        log.ended(late);
        assertThat(report(5)).isEmpty();
        next.add(1);
        assertThat(report(10)).contains(new WorkReport(2, 5_000, Map.of(3, 1L)));
    }

    @Test
    void whereNothingWasEverCountedNothingIsSaid() {
        begin(FIRST, 3);
        report(0);
        assertThat(report(5)).isEmpty();
        assertThat(new WorkLog(Duration.ofSeconds(1)).report(5))
                .as("no shard was led")
                .isEmpty();
    }

    @Test
    void fencedTransactionsCountUntilTheWorkCountsByItself() {
        AtomicLong fenced = new AtomicLong(10);
        TermWorkCounter work = new TermWorkCounter(fenced::get);
        fenced.set(13);
        assertThat(work.done()).as("without those of terms before").isEqualTo(3);
        work.add(0);
        assertThat(work.done()).isZero();
        work.add(2);
        fenced.set(20);
        assertThat(work.done()).isEqualTo(2);
        assertThatThrownBy(() -> work.add(-1)).hasMessageContaining("-1 pieces");
    }

    @Test
    void whoBeginsToCountByItselfHasDoneNothingLessThanNothing() {
        AtomicLong fenced = new AtomicLong();
        TermWorkCounter work = new TermWorkCounter(fenced::get);
        log.began(FIRST, 0, work);
        fenced.set(5);
        report(0);
        work.add(1);
        assertThat(report(5)).contains(new WorkReport(1, 5_000, Map.of()));
    }

    @Test
    void aRowIsReadAsItWasWrittenAndANonsensicalOneNotAtAll() {
        WorkReport report = new WorkReport(2, 5_000, Map.of(3, 120L, 17, 5L));
        assertThat(report.line()).isEqualTo("3:120 17:5");
        assertThat(WorkReport.read(2, 5_000, report.line())).contains(report);
        assertThat(WorkReport.read(2, 5_000, "")).contains(new WorkReport(2, 5_000, Map.of()));
        for (String broken : List.of("3", "3:", ":5", "a:b", "3:-1", "3:99999999999999999999", "12345:1", "3:1,4:2")) {
            assertThat(WorkReport.read(2, 5_000, broken)).as(broken).isEmpty();
        }
        assertThat(WorkReport.read(2, 0, "3:1")).isEmpty();
    }

    @Test
    void aShardThatHasMovedHasTheWorkOfBoth() {
        ShardLoad load = ShardLoad.of(
                new Layout(1, 3),
                List.of(
                        new WorkReport(1, 60_000, Map.of(0, 60L, 1, 60L, 7, 99L)),
                        new WorkReport(1, 10_000, Map.of(1, 10L, 2, 40L))));
        assertThat(load.perSecond()).containsExactly(1.0, 2.0, 4.0);
        assertThat(load.total()).isEqualTo(7);
        assertThat(load.busiest()).isEqualTo(2);
        assertThat(load.ofBusiest().orElseThrow()).isEqualTo(4.0 / 7);
        assertThat(new ShardLoad(List.of(0.5, 0.1)).ofBusiest()).as("chance").isEmpty();
    }
}
