package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.NotLeaderException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Those who wait for this instance to leave a role. */
final class Departures {

    private record Transfer(LeaderToken token, CompletableFuture<Void> done) {}

    private final List<CompletableFuture<Void>> drains = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private boolean closed;

    /** Completed when the instance no longer holds the role, and has heard that it shall not. */
    synchronized CompletableFuture<Void> untilResting() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (closed) {
            done.complete(null);
        } else {
            drains.add(done);
        }
        return done;
    }

    /** Completed when this term was handed over; failed when it ended in another way. */
    synchronized CompletableFuture<Void> untilTransferred(LeaderToken token) {
        Transfer transfer = new Transfer(token, new CompletableFuture<>());
        transfers.add(transfer);
        return transfer.done();
    }

    /** Where the election stands now. */
    void settle(State state) {
        if (state instanceof State.Resting) {
            taken(drains, drain -> true).forEach(drain -> drain.complete(null));
        }
    }

    /** What was announced: the end of a term, perhaps. */
    void announced(LeadershipEvent event) {
        boolean handedOver = event.kind() == Kind.LEADER_TRANSFERRED;
        boolean ended = handedOver
                || event.kind() == Kind.LEADER_LOST
                || event.kind() == Kind.LEADER_RELEASED
                || event.kind() == Kind.LEADER_DRAINED;
        if (!ended) {
            return;
        }
        taken(drains, drain -> true).forEach(drain -> drain.complete(null));
        for (Transfer transfer : taken(transfers, t -> t.token().epoch() == event.epoch())) {
            if (handedOver) {
                transfer.done().complete(null);
            } else {
                transfer.done()
                        .completeExceptionally(new NotLeaderException(
                                event.role(), "the role was not handed over, its term ended first: " + event.reason()));
            }
        }
    }

    /** Nothing more will happen. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        taken(drains, drain -> true).forEach(drain -> drain.complete(null));
        taken(transfers, transfer -> true).forEach(transfer -> transfer.done().cancel(false));
    }

    private synchronized <T> List<T> taken(List<T> from, Predicate<T> which) {
        List<T> ready = from.stream().filter(which).toList();
        from.removeAll(ready);
        return ready;
    }
}
