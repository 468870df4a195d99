package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseReturnsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final AtomicLong elapsed = new AtomicLong();
    private final LeaseReturns returns = new LeaseReturns(elapsed::get);
    private final Thread closer = Thread.currentThread();

    @Test
    void aReturnThatFailsKeepsNoOtherFromItsLastTry() {
        List<Integer> tried = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            returns.add("lease " + i, HOUR, () -> {
                if (Thread.currentThread() == closer) {
                    tried.add(number);
                }
                if (number % 2 == 0) {
                    throw new SQLException("held up, says the test");
                }
                throw new IllegalStateException("broken, says the test");
            });
        }
        returns.close();
        assertThat(tried).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }

    @Test
    void closingWaitsForNoMoreAnswersThanItHasTimeFor() {
        List<Integer> tried = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            returns.add("lease " + i, HOUR, () -> {
                if (Thread.currentThread() == closer) {
                    tried.add(number);
                    elapsed.addAndGet(Duration.ofSeconds(1).toNanos());
                }
                throw new SQLException("away, says the test");
            });
        }
        returns.close();
        assertThat(tried).hasSize(2);
    }

    /** Its answer was lost while the instance was being closed. */
    @Test
    void whatIsOwedOnlyAfterwardsIsTriedOnce() {
        returns.close();
        AtomicLong tries = new AtomicLong();
        returns.add("a late one", HOUR, () -> {
            tries.incrementAndGet();
            throw new SQLException("no answer, says the test");
        });
        assertThat(tries).hasValue(1);
    }
}
