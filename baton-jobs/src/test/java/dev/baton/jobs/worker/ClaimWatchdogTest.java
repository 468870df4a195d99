package dev.baton.jobs.worker;

import static dev.baton.testkit.TestPatience.LONGEST_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.event.JobListeners;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClaimWatchdogTest {

    private static final Duration LOCK = Duration.ofMinutes(1);

    private final AtomicLong now = new AtomicLong();
    private final HeldClaims claims = new HeldClaims();

    @Test
    void aRunThatCannotBeCancelledKeepsNoLaterOneFromIt() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Void> stubborn = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean interrupt) {
                asked.countDown();
                throw new IllegalStateException("not me");
            }
        };
        try (ClaimWatchdog watchdog = new ClaimWatchdog(claims, new JobListeners(List.of()), now::get)) {
            watchdog.start(Duration.ofMillis(1));
            Claim first = running(stubborn, watchdog);
            now.addAndGet(LOCK.toNanos());
            assertThat(asked.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            first.endRun();

            CompletableFuture<Void> next = new CompletableFuture<>();
            running(next, watchdog);
            now.addAndGet(LOCK.toNanos());

            await().atMost(LONGEST_WAIT).until(next::isCancelled);
        }
    }

    private Claim running(CompletableFuture<Void> run, ClaimWatchdog watchdog) {
        Claim claim = new Claim(job(), "worker", now::get, now.get());
        assertThat(claim.beginRun(Thread.currentThread())).isTrue();
        claim.goOnWithoutThread(() -> watchdog.cancelRun(claim, run));
        claims.add(claim);
        return claim;
    }

    private static ClaimedJob job() {
        return new ClaimedJob(
                UUID.randomUUID(),
                "w",
                null,
                "default",
                0,
                null,
                1,
                1,
                null,
                null,
                null,
                LOCK.toMillis(),
                null,
                false,
                Instant.EPOCH,
                null,
                Instant.EPOCH,
                null);
    }
}
