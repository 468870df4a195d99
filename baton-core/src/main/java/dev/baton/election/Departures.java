package dev.baton.election;

import dev.baton.LeaderToken;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Those who wait for this instance to leave a role. */
final class Departures {

    private record Waiter(Predicate<State> reached, CompletableFuture<Void> done) {}

    private final List<Waiter> waiters = new ArrayList<>();

    /** Completed when the instance no longer stands for the role. */
    CompletableFuture<Void> untilResting() {
        return add(state -> state instanceof State.Resting);
    }

    /** Completed when this term is over. */
    CompletableFuture<Void> untilLeft(LeaderToken token) {
        return add(state ->
                !(state instanceof State.Leading leading && leading.token().equals(token))
                        && !(state instanceof State.Leaving));
    }

    private synchronized CompletableFuture<Void> add(Predicate<State> reached) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        waiters.add(new Waiter(reached, done));
        return done;
    }

    void settle(State state) {
        complete(waiter -> waiter.reached().test(state));
    }

    void allDone() {
        complete(waiter -> true);
    }

    private void complete(Predicate<Waiter> which) {
        List<Waiter> ready;
        synchronized (this) {
            if (waiters.isEmpty()) {
                return;
            }
            ready = waiters.stream().filter(which).toList();
            waiters.removeAll(ready);
        }
        ready.forEach(waiter -> waiter.done().complete(null));
    }
}
