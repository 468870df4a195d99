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
import java.util.function.Supplier;

/**
 * A store that warms up for the first term while its candidate has to wait for another holder. What a process or a
 * session does for the first time takes it many times as long as later (classes, statements, plans), and the first term
 * of a process that had to wait begins while everybody waits for it.
 *
 * <p>Two things are warmed up: the store itself ({@link LeaderStore#warmUp()}), and, once in a process, everything that the
 * process does in a term.
 */
public final class WarmUp implements LeaderStore {

    private static final AtomicBoolean PROCESS_IS_WARM = new AtomicBoolean();
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Supplier<Candidate> candidate;
    private final LeaderStore store;
    private boolean sessionIsWarm;
    private int refusals;

    public WarmUp(Candidate candidate, LeaderStore store) {
        this(() -> candidate, store);
    }

    /** @param candidate as an {@link Elector} is given it */
    public WarmUp(Supplier<Candidate> candidate, LeaderStore store) {
        this.candidate = candidate;
        this.store = store;
    }

    @Override
    public Outcome.OfAwait await(Duration patience) {
        Outcome.OfAwait outcome = store.await(patience);
        Optional<Outcome.Failed> failed = afterAnswer(outcome);
        return failed.isPresent() ? failed.get() : outcome;
    }

    @Override
    public Outcome.OfTake take(Bid bid) {
        Outcome.OfTake outcome = store.take(bid);
        Optional<Outcome.Failed> failed = afterAnswer(outcome);
        return failed.isPresent() ? failed.get() : outcome;
    }

    private Optional<Outcome.Failed> afterAnswer(Outcome outcome) {
        if (!(outcome instanceof Outcome.HeldBy)) {
            return Optional.empty();
        }
        Optional<Outcome.Failed> failed = storeIsDue() ? store.warmUp() : Optional.empty();
        if (PROCESS_IS_WARM.compareAndSet(false, true)) {
            practise();
        }
        return failed;
    }

    /**
     * With a session, once for each: it keeps what was loaded. With a lease, once: not at the first refusal, because a
     * candidate that is refused once may have come only to try, and one that asks again has to wait anyway.
     */
    private boolean storeIsDue() {
        if (candidate.get().strategy() instanceof Strategy.Session) {
            boolean due = !sessionIsWarm;
            sessionIsWarm = true;
            return due;
        }
        return ++refusals == 2;
    }

    private void practise() {
        try {
            practise(candidate.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Goes through a term of a role of its own, with the production classes, without log and listeners.
     *
     * @return whether the term came to be: a machine that is too busy for that goes without
     */
    static boolean practise(Candidate candidate) throws InterruptedException {
        Candidate own = new Candidate(
                "warm-up",
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
                    own, new AgreeableStore(own.strategy()), Optional.of(term -> term.awaitOver(PATIENCE)), mute);
            try (elector) {
                elector.start(false);
                return elector.awaitLeadership(PATIENCE).isPresent();
            }
        }
    }

    @Override
    public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
        return store.renew(token, opened);
    }

    @Override
    public Outcome.OfRelease release(LeaderToken token, Departure departure) {
        return store.release(token, departure);
    }

    @Override
    public Outcome.OfEvict evict(Sighting holder) {
        return store.evict(holder);
    }

    @Override
    public Optional<Outcome.Failed> warmUp() {
        return store.warmUp();
    }

    @Override
    public void disconnect() {
        sessionIsWarm = false;
        store.disconnect();
    }

    @Override
    public void interrupt() {
        store.interrupt();
    }

    @Override
    public void close() {
        store.close();
    }

    /** A store without a database: says yes to everything, and keeps nothing. */
    record AgreeableStore(Strategy strategy) implements LeaderStore {

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
