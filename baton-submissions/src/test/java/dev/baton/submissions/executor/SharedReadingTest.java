package dev.baton.submissions.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.TestPatience;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SharedReadingTest {

    private static final Duration EVERY = Duration.ofMillis(250);

    private final AtomicLong now = new AtomicLong();
    private final SharedReading<String> shared = new SharedReading<>("nothing", now::get, EVERY);

    private CompletableFuture<String> asked(SharedReading.Look<String> look) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return shared.get(look);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static String soon(CompletableFuture<String> answer) throws Exception {
        return answer.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void oneLookIsForAllUntilTheNextIsDue() throws Exception {
        assertThat(shared.get(() -> "one")).isEqualTo("one");
        now.addAndGet(EVERY.toNanos() - 1);
        assertThat(shared.get(() -> "two")).isEqualTo("one");
        now.incrementAndGet();
        assertThat(shared.get(() -> "three")).isEqualTo("three");
    }

    /** A look that hangs holds up nobody but who looks. */
    @Test
    void whoAsksWhileAnotherLooksIsToldWhatWasSeenLast() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        CompletableFuture<String> hanging = asked(() -> {
            begun.countDown();
            awaitQuietly(mayEnd);
            return "late";
        });
        try {
            assertThat(begun.await(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            now.addAndGet(EVERY.multipliedBy(10).toNanos());
            assertThat(soon(asked(() -> "a second look"))).isEqualTo("nothing");
        } finally {
            mayEnd.countDown();
        }
        assertThat(soon(hanging)).isEqualTo("late");
        assertThat(shared.get(() -> "a third one")).isEqualTo("late");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Or all who ask would try it in turn, for as long as each of them takes to fail. */
    @Test
    void whoAsksSoonAfterAFailureDoesNotLook() throws Exception {
        assertThatThrownBy(() -> shared.get(() -> {
                    now.addAndGet(Duration.ofSeconds(30).toNanos());
                    throw new SQLException("no answer");
                }))
                .hasMessage("no answer");
        assertThat(shared.get(() -> "one")).isEqualTo("nothing");
        now.addAndGet(EVERY.toNanos());
        assertThat(shared.get(() -> "two")).isEqualTo("two");
    }
}
