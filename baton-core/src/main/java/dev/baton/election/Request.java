package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import java.time.Duration;

/** A call of one {@link LeaderStore} verb, as a value, so that the election itself performs no I/O. */
public sealed interface Request {

    Outcome sendTo(LeaderStore store);

    record Await(Duration patience) implements Request {
        @Override
        public Outcome sendTo(LeaderStore store) {
            return store.await(patience);
        }
    }

    record Take(Bid bid) implements Request {
        @Override
        public Outcome sendTo(LeaderStore store) {
            return store.take(bid);
        }
    }

    record Renew(LeaderToken token, boolean opened) implements Request {
        @Override
        public Outcome sendTo(LeaderStore store) {
            return store.renew(token, opened);
        }
    }

    record Release(LeaderToken token, Departure departure) implements Request {
        @Override
        public Outcome sendTo(LeaderStore store) {
            return store.release(token, departure);
        }
    }

    record Evict(Sighting holder) implements Request {
        @Override
        public Outcome sendTo(LeaderStore store) {
            return store.evict(holder);
        }
    }
}
