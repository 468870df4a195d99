package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Backoff;
import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ElectorThreadTest {

    private static final Candidate CANDIDATE = new Candidate(
            "mail",
            "a-1",
            "a",
            Strategy.lease60(),
            7,
            Backoff.DEFAULT,
            false,
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15));

    @Test
    void whoIsCutOffAsksForNothingMore() throws InterruptedException {
        HangingStore store = new HangingStore();
        try (Announcer mute = Announcer.mute()) {
            Elector elector = new Elector(CANDIDATE, store, Optional.empty(), mute);
            elector.start(false);
            store.asked.await();
            elector.lookNow(); // waits in the mailbox, as an announcement would

            Thread.currentThread().interrupt(); // so that closing cuts off at once
            elector.close();
            assertThat(Thread.interrupted()).isTrue();
            store.answers.countDown();

            assertThat(store.closed.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(store.takes).hasValue(1);
        }
    }

    /** With takeover {@code immediate} the next gate opens with the end of this session. */
    @Test
    void whoIsCutOffShutsItsGateBeforeItsSessionGoes() throws InterruptedException {
        Candidate beating = new Candidate(
                "mail",
                "a-1",
                "a",
                new Strategy.Lease(Duration.ofMinutes(1), Duration.ofMillis(10), Duration.ofSeconds(1)),
                7,
                Backoff.DEFAULT,
                false,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15));
        SilentStore store = new SilentStore(beating.strategy());
        try (Announcer mute = Announcer.mute()) {
            Elector elector = new Elector(beating, store, Optional.empty(), mute);
            store.gate.set(elector.gate());
            elector.start(false);
            store.beating.await();
            assertThat(elector.gate().isLeader()).isTrue();

            Thread.currentThread().interrupt(); // so that closing cuts off at once
            elector.close();
            assertThat(Thread.interrupted()).isTrue();
            store.answers.countDown();

            assertThat(store.openAtClose).isEmpty();
        }
    }

    /** Grants the role and does not answer the first heartbeat until it is let go. */
    private static final class SilentStore implements LeaderStore {

        final CountDownLatch beating = new CountDownLatch(1);
        final CountDownLatch answers = new CountDownLatch(1);
        final AtomicReference<LeaderGate> gate = new AtomicReference<>();
        final List<LeaderGate> openAtClose = new CopyOnWriteArrayList<>();

        private final LeaderStore agreeable;

        SilentStore(Strategy strategy) {
            this.agreeable = new WarmUp.AgreeableStore(strategy);
        }

        @Override
        public Outcome.OfAwait await(Duration patience) {
            return agreeable.await(patience);
        }

        @Override
        public Outcome.OfTake take(Bid bid) {
            return agreeable.take(bid);
        }

        @Override
        public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
            beating.countDown();
            awaitWhoever(answers);
            return agreeable.renew(token, opened);
        }

        @Override
        public Outcome.OfRelease release(LeaderToken token, Departure departure) {
            return agreeable.release(token, departure);
        }

        @Override
        public Outcome.OfEvict evict(Sighting holder) {
            return agreeable.evict(holder);
        }

        @Override
        public void disconnect() {}

        @Override
        public void interrupt() {}

        @Override
        public void close() {
            if (gate.get().isLeader()) {
                openAtClose.add(gate.get());
            }
        }
    }

    private static void awaitWhoever(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does not answer the first time until it is let go, whoever interrupts; would grant the role the second time. */
    private static final class HangingStore implements LeaderStore {

        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch answers = new CountDownLatch(1);
        final AtomicInteger takes = new AtomicInteger();

        /** Closed once by whoever cuts off, and once more by the thread that ends. */
        final CountDownLatch closed = new CountDownLatch(2);

        @Override
        public Outcome.OfAwait await(Duration atMost) {
            return new Outcome.Granted();
        }

        @Override
        public Outcome.OfTake take(Bid bid) {
            if (takes.incrementAndGet() > 1) {
                return new Outcome.Acquired(
                        new LeaderToken("mail", "a-1", 2), Instant.now().plusSeconds(60), Duration.ZERO, true);
            }
            asked.countDown();
            awaitWhoever(answers);
            return new Outcome.HeldBy(
                    new Sighting("b-1", "b", 1, Duration.ofSeconds(30), Duration.ofSeconds(1), "", Optional.empty()));
        }

        @Override
        public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
            return new Outcome.Renewed(Instant.now().plusSeconds(60));
        }

        @Override
        public Outcome.OfRelease release(LeaderToken token, Departure departure) {
            return new Outcome.Released();
        }

        @Override
        public Outcome.OfEvict evict(Sighting holder) {
            return new Outcome.Evicted(holder);
        }

        @Override
        public void disconnect() {}

        @Override
        public void interrupt() {}

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
