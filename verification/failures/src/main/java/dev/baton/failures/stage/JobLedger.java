package dev.baton.failures.stage;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.Enqueued;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        private final Optional<Instance> own;
        private Ended ended = Ended.NOT;

        /** @param own where it runs; empty if that was another process, which was killed */
        private Run(String key, UUID job, long claim, Optional<Instance> own) {
            this.key = key;
            this.job = job;
            this.claim = claim;
            this.own = own;
        }

        void end(boolean done) {
            synchronized (JobLedger.this) {
                ended = done ? Ended.DONE : Ended.FAILED;
                story.tell("ended " + key + " " + claim + " " + done);
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

        /** Whether its process died, or left before the run was done: nobody else knows what came of it. */
        boolean isCutOff() {
            return own.isEmpty() || !own.get().isAlive() || (own.get().hasLeft() && ended() != Ended.DONE);
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

    private Story story = Story.UNTOLD;
    private final Set<String> asked = new LinkedHashSet<>();
    private final Map<String, UUID> acknowledged = new HashMap<>();
    private final Set<String> cancelAsked = new LinkedHashSet<>();
    private final Map<String, Integer> cancelled = new HashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private final Set<String> overlapping = new LinkedHashSet<>();
    private final Set<String> renamed = new LinkedHashSet<>();
    private final Map<UUID, Integer> told = new HashMap<>();
    private final Map<UUID, Integer> abandoned = new HashMap<>();
    private final Map<String, Integer> aged = new HashMap<>();
    private final Map<String, String> past = new HashMap<>();
    private int ticks;

    synchronized void tellTo(Story listener) {
        story = listener;
    }

    /** What the ledger of another process told. */
    synchronized void adopt(String... words) {
        switch (words[0]) {
            case "asked" -> asked.add(words[1]);
            case "acknowledged" -> acknowledged.put(words[1], UUID.fromString(words[2]));
            case "began" ->
                runs.add(new Run(words[1], UUID.fromString(words[2]), Long.parseLong(words[3]), Optional.empty()));
            case "ended" ->
                runs.stream()
                        .filter(run -> run.key.equals(words[1]) && run.claim == Long.parseLong(words[2]))
                        .forEach(run -> run.end(Boolean.parseBoolean(words[3])));
            default -> {} // for others
        }
    }

    synchronized void asked(String... keys) {
        asked.addAll(List.of(keys));
        List.of(keys).forEach(key -> story.tell("asked " + key));
    }

    synchronized void acknowledged(List<Enqueued> results, String... keys) {
        for (int i = 0; i < keys.length; i++) {
            story.tell("acknowledged " + keys[i] + " " + results.get(i).id());
            UUID before = acknowledged.putIfAbsent(keys[i], results.get(i).id());
            if (before != null && !before.equals(results.get(i).id())) {
                renamed.add(keys[i]);
            }
        }
    }

    synchronized void cancelAsked(String key) {
        cancelAsked.add(key);
    }

    synchronized void cancelled(String key) {
        cancelled.putIfAbsent(key, runs(key).size());
    }

    synchronized Run begin(String key, ClaimToken token, Instance own) {
        Run run = new Run(key, token.jobId(), token.claimNumber(), Optional.of(own));
        story.tell("began " + key + " " + run.job + " " + run.claim);
        if (runs.stream().anyMatch(other -> other.job.equals(run.job) && other.ended == Ended.NOT)) {
            overlapping.add(key);
        }
        runs.add(run);
        return run;
    }

    /** A listener heard of a completion. */
    synchronized void told(UUID job) {
        told.merge(job, 1, Integer::sum);
    }

    /** Its lock was made old while somebody held it. */
    synchronized void aged(String key) {
        aged.merge(key, 1, Integer::sum);
    }

    synchronized int timesAged(String key) {
        return aged.getOrDefault(key, 0);
    }

    /** These ended in the past, and may be gone. */
    synchronized void ended(Map<String, String> statuses) {
        past.putAll(statuses);
    }

    /** How it had ended when it was made old; "gone" if it was not. */
    synchronized String pastStatus(UUID job) {
        return past.getOrDefault(job.toString(), "gone");
    }

    /** It was time for what runs by the calendar. */
    synchronized void ticked() {
        ticks++;
    }

    public synchronized int ticks() {
        return ticks;
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

    /** Whether a run of a job began before another one of it had ended. */
    synchronized boolean overlaps(String key) {
        return overlapping.contains(key);
    }

    /** Whether clients who asked for the same were given different jobs. */
    synchronized boolean isRenamed(String key) {
        return renamed.contains(key);
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
