package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.NotLeaderException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Those who wait for this instance to leave a role. */
final class Departures {

    private record Transfer(LeaderToken token, CompletableFuture<Void> done) {}

    private final List<CompletableFuture<Void>> drains = new ArrayList<>();
    private final List<Transfer> transfers = new ArrayList<>();
    private volatile boolean closed;

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

    /**
     * Completed when this term was handed over; failed when it ended in another way.
     *
     * @param held whether the term is still held: it may have ended before there was anybody to tell
     */
    CompletableFuture<Void> untilTransferred(LeaderToken token, BooleanSupplier held) {
        Transfer transfer = new Transfer(token, new CompletableFuture<>());
        synchronized (this) {
            transfers.add(transfer);
        }
        if (closed || !held.getAsBoolean()) {
            fail(taken(transfers, transfer::equals), "it is over");
        }
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
        List<Transfer> ofTerm = taken(transfers, transfer -> transfer.token().epoch() == event.epoch());
        if (handedOver) {
            ofTerm.forEach(transfer -> transfer.done().complete(null));
        } else {
            fail(ofTerm, event.reason());
        }
    }

    /** Whatever term there was, it ended without a word. */
    void termForgotten() {
        fail(taken(transfers, transfer -> true), "by a defect");
    }

    /** Nothing more will happen. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        taken(drains, drain -> true).forEach(drain -> drain.complete(null));
        fail(taken(transfers, transfer -> true), "the campaign ended");
    }

    private static void fail(List<Transfer> given, String reason) {
        for (Transfer transfer : given) {
            transfer.done().completeExceptionally(notHandedOver(transfer.token().role(), reason));
        }
    }

    static NotLeaderException notLed(String role) {
        return new NotLeaderException(
                role, "role '" + role + "' is not led by this instance, so it cannot hand it over");
    }

    private static NotLeaderException notHandedOver(String role, String reason) {
        return new NotLeaderException(role, "the role was not handed over, its term ended first: " + reason);
    }

    private synchronized <T> List<T> taken(List<T> from, Predicate<T> which) {
        List<T> ready = from.stream().filter(which).toList();
        from.removeAll(ready);
        return ready;
    }
}
