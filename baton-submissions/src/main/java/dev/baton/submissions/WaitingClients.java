package dev.baton.submissions;

import dev.baton.submissions.store.IntentReads;
import dev.baton.support.Signal;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients of this node that wait for an intent. One look at the database for all of them, when the leader has announced
 * that something was recorded, and now and then in case that was missed; none while nobody waits.
 */
final class WaitingClients implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WaitingClients.class);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final IntentReads reads;
    private final Map<String, Set<Waiter>> waiting = new ConcurrentHashMap<>();
    private final Signal look = new Signal();
    private final Thread thread;
    private volatile boolean closed;

    WaitingClients(IntentReads reads) {
        this.reads = reads;
        this.thread = Threads.daemon("baton-waiters", this::run);
    }

    void start() {
        thread.start();
    }

    /** One waiting client; compared by identity, so that two clients of one intent are two. */
    private static final class Waiter {
        private final CompletableFuture<Void> settled = new CompletableFuture<>();
    }

    /** Complete when the intent is settled, or after so long; once complete or cancelled, it is forgotten. */
    CompletableFuture<Void> settled(String intentId, Duration atMost) {
        Waiter waiter = new Waiter();
        waiting.compute(intentId, (id, others) -> {
            Set<Waiter> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(waiter);
            return all;
        });
        @SuppressWarnings("unused") // the caller has the future
        var unused = waiter.settled.whenComplete((nothing, error) -> forget(intentId, waiter));
        waiter.settled.completeOnTimeout(null, atMost.toNanos(), TimeUnit.NANOSECONDS);
        if (closed) {
            waiter.settled.complete(null);
        }
        announced();
        return waiter.settled;
    }

    private void forget(String intentId, Waiter waiter) {
        waiting.computeIfPresent(intentId, (id, all) -> {
            all.remove(waiter);
            return all.isEmpty() ? null : all;
        });
    }

    /** Something was recorded somewhere. */
    void announced() {
        if (!waiting.isEmpty()) {
            look.giveSignal();
        }
    }

    /** These were recorded here. */
    void settled(Collection<String> intentIds) {
        for (String id : intentIds) {
            complete(waiting.getOrDefault(id, Set.of()));
        }
    }

    /** Of a copy: each that is complete leaves the set. */
    private static void complete(Set<Waiter> all) {
        List.copyOf(all).forEach(waiter -> waiter.settled.complete(null));
    }

    private void run() {
        try {
            while (!closed) {
                boolean asked = awaitReason();
                List<String> ids = List.copyOf(waiting.keySet());
                if (!ids.isEmpty()) {
                    look(ids, asked);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether it was asked to look; with nobody waiting it need not look by itself. */
    private boolean awaitReason() throws InterruptedException {
        // a client is added to those that wait first and asks then, so it is never overlooked
        return look.await(waiting.isEmpty() ? Long.MAX_VALUE : LOOK.toNanos());
    }

    private void look(List<String> ids, boolean asked) {
        try {
            settled(reads.settled(ids));
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot look for waiting clients (asked: {})", asked, e);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        List.copyOf(waiting.values()).forEach(WaitingClients::complete);
    }
}
