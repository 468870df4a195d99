package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A term that nobody hears of, against a store that only says yes. What a process does for the first time takes it many
 * times as long as later, and the first term of a process that had to wait begins while everybody waits for it.
 */
final class Rehearsal {

    private static final AtomicBoolean DONE = new AtomicBoolean();
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private Rehearsal() {}

    /** Once in a process. */
    static void once(Candidate candidate) {
        if (DONE.compareAndSet(false, true)) {
            try {
                run(candidate);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether the term came to be: a machine that is too busy for that goes without. */
    static boolean run(Candidate candidate) throws InterruptedException {
        Candidate own = new Candidate(
                "rehearsal",
                candidate.holderId(),
                candidate.nodeId(),
                candidate.strategy(),
                candidate.scopeKey(),
                candidate.backoff(),
                candidate.prefer(),
                candidate.drainTimeout(),
                candidate.reservation(),
                candidate.staleThreshold());
        try (Announcer mute = Announcer.mute()) {
            Elector elector = new Elector(
                    own, new Agreeable(own.strategy()), Optional.of(term -> term.awaitOver(PATIENCE)), mute);
            elector.start(false);
            Optional<LeaderToken> led = elector.awaitLeadership(PATIENCE);
            elector.close();
            return led.isPresent();
        }
    }

    /** Says yes, and keeps nothing. */
    private record Agreeable(Strategy strategy) implements LeaderStore {

        private Instant expiry() {
            return Instant.EPOCH.plus(strategy.lease());
        }

        @Override
        public Outcome.OfAwait await(Duration patience) {
            return new Outcome.Granted();
        }

        @Override
        public Outcome.OfTake take(Bid bid) {
            return new Outcome.Acquired(new LeaderToken(bid.role(), bid.holderId(), 1), expiry(), Duration.ZERO, false);
        }

        @Override
        public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
            return new Outcome.Renewed(expiry());
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
        public void close() {}
    }
}
