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
