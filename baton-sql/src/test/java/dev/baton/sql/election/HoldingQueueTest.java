package dev.baton.sql.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Backoff;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.election.Candidate;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HoldingQueueTest {

    private final HoldingQueue queue = new HoldingQueue();
    private final SharedSessionRole seat = seat("role");

    private SharedSessionRole seat(String role) {
        SharedSessionRole added = new SharedSessionRole(new Candidate(
                role,
                "holder",
                "node",
                Strategy.session(),
                1,
                Backoff.DEFAULT,
                false,
                Duration.ofSeconds(1),
                Duration.ofMillis(300),
                Duration.ofSeconds(5)));
        queue.add(added);
        return added;
    }

    private HoldingQueue.Round next() throws InterruptedException {
        return queue.next(0, 0, false);
    }

    @Test
    void heartbeatsComeBetweenManyTasks() throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(queue.run(session -> true)).isNotDone();
        }
        int first = next().tasks().size();
        assertThat(first).isPositive().isLessThan(50);
        assertThat(queue.renew(seat, new LeaderToken("role", "holder", 1), true))
                .isNotDone();
        HoldingQueue.Round second = next();
        assertThat(second.beats()).hasSize(1);
        assertThat(second.tasks()).hasSizeLessThan(50);
    }

    @Test
    void aTakeoverThatFailedTogetherWithOthersIsTriedAlone() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(queue.take(seat("role-" + i), null)).isNotDone();
        }
        HoldingQueue.Round together = next();
        assertThat(together.takes()).hasSize(3);
        together.takes().forEach(queue::alone);
        for (int i = 0; i < 3; i++) {
            assertThat(next().takes()).containsExactly(alone(together.takes().get(i)));
        }
    }

    private static HoldingQueue.Take alone(HoldingQueue.Take take) {
        return new HoldingQueue.Take(take.shared(), take.bid(), take.at(), true, take.answer());
    }

    @Test
    void whatNobodyWaitsForAnyMoreIsNotSent() throws Exception {
        CompletableFuture<?> given = queue.renew(seat, new LeaderToken("role", "holder", 1), true);
        given.cancel(false);
        assertThat(queue.run(session -> true)).isNotDone();
        assertThat(next().beats()).isEmpty();
    }

    /** Told or not, and however short its patience. */
    @Test
    void whoHasLedIsNotTriedBeforeOthersHadTheirTurn() throws Exception {
        queue.standsBack(seat);
        assertThat(queue.await(seat, Duration.ofMillis(1))).isNotDone();
        queue.lookNow();
        HoldingQueue.Round round = next();
        assertThat(Stopwatch.system().elapsed()).isGreaterThanOrEqualTo(seat.standsBackUntil());
        assertThat(round.waits()).extracting(HoldingQueue.Wait::shared).containsExactly(seat);
        assertThat(queue.isDue(round.waits().get(0))).isTrue();
    }
}
