package dev.baton.failures.stage;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.Enqueued;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What clients were told about jobs, and what handlers really did. Thread-safe. */
public final class JobLedger {

    /** How a run went, as its handler knows it. */
    enum Ended {
        /** It is going on, or its process died. */
        NOT,
        DONE,
        FAILED
    }

    /** One run of a handler. */
    final class Run {
        private final String key;
        private final UUID job;
        private final long claim;
        private Ended ended = Ended.NOT;

        private Run(String key, ClaimToken token) {
            this.key = key;
            this.job = token.jobId();
            this.claim = token.claimNumber();
        }

        void end(boolean done) {
            synchronized (JobLedger.this) {
                ended = done ? Ended.DONE : Ended.FAILED;
            }
        }

        String key() {
            return key;
        }

        UUID job() {
            return job;
        }

        long claim() {
            return claim;
        }

        Ended ended() {
            synchronized (JobLedger.this) {
                return ended;
            }
        }

        @Override
        public String toString() {
            return "claim " + claim + " of " + job + " " + ended();
        }
    }

    private final Set<String> asked = new LinkedHashSet<>();
    private final Map<String, UUID> acknowledged = new HashMap<>();
    private final Set<String> cancelAsked = new LinkedHashSet<>();
    private final Map<String, Integer> cancelled = new HashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private final Map<UUID, Integer> told = new HashMap<>();
    private final Map<UUID, Integer> abandoned = new HashMap<>();

    synchronized void asked(String... keys) {
        asked.addAll(List.of(keys));
    }

    synchronized void acknowledged(List<Enqueued> results, String... keys) {
        for (int i = 0; i < keys.length; i++) {
            acknowledged.put(keys[i], results.get(i).id());
        }
    }

    synchronized void cancelAsked(String key) {
        cancelAsked.add(key);
    }

    synchronized void cancelled(String key) {
        cancelled.putIfAbsent(key, runs(key).size());
    }

    synchronized Run begin(String key, ClaimToken token) {
        Run run = new Run(key, token);
        runs.add(run);
        return run;
    }

    /** A listener heard of a completion. */
    synchronized void told(UUID job) {
        told.merge(job, 1, Integer::sum);
    }

    synchronized void abandoned(UUID job) {
        abandoned.merge(job, 1, Integer::sum);
    }

    /** The id of an acknowledged job; null if it is none. */
    public synchronized UUID id(String key) {
        return acknowledged.get(key);
    }

    synchronized Set<String> keys() {
        return Set.copyOf(asked);
    }

    synchronized boolean isCancelAsked(String key) {
        return cancelAsked.contains(key);
    }

    synchronized boolean isCancelled(String key) {
        return cancelled.containsKey(key);
    }

    /** How many runs began after its cancellation was first acknowledged. */
    synchronized int runsAfterCancel(String key) {
        return runs(key).size() - cancelled.get(key);
    }

    public synchronized List<Run> runs(String key) {
        return runs.stream().filter(run -> run.key.equals(key)).toList();
    }

    /** Whether two runs were one claim. */
    public synchronized boolean repeatsClaims(String key) {
        List<Run> all = runs(key);
        return all.stream().map(run -> run.job + "#" + run.claim).distinct().count() < all.size();
    }

    /** Whether a handler has begun it. */
    public synchronized boolean hasBegun(String key) {
        return runs.stream().anyMatch(run -> run.key.equals(key));
    }

    synchronized int timesTold(UUID job) {
        return told.getOrDefault(job, 0);
    }

    synchronized boolean isAnyAbandoned() {
        return !abandoned.isEmpty();
    }

    synchronized int timesAbandoned(UUID job) {
        return abandoned.getOrDefault(job, 0);
    }
}
