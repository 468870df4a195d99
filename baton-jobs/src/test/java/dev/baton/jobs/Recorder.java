package dev.baton.jobs;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what a listener hears. */
final class Recorder implements JobListener {

    final List<String> events = new CopyOnWriteArrayList<>();

    private void note(String event) {
        events.add(event);
    }

    long count(String event) {
        return events.stream().filter(e -> e.equals(event)).count();
    }

    @Override
    public void enqueued(String job, int count) {
        note("enqueued " + job + " " + count);
    }

    @Override
    public void started(String job, ClaimToken token, Duration lag) {
        note("started " + job);
    }

    @Override
    public void completed(String job, ClaimToken token, Duration duration) {
        note("completed " + job);
    }

    @Override
    public void failed(String job, ClaimToken token, Throwable error) {
        note("failed " + job);
    }

    @Override
    public void dead(String job, UUID id, String reason) {
        note("dead " + job);
    }

    @Override
    public void abandoned(String job, ClaimToken token, String reason) {
        note("abandoned " + job);
    }

    @Override
    public void refused(String job, ClaimToken token, JobRun.Outcome outcome) {
        note("refused " + job + " " + outcome.label());
    }

    @Override
    public void reclaimed(String job, UUID id, String lostBy, long claimNumber) {
        note("reclaimed " + job + " from " + lostBy);
    }

    @Override
    public void cronTriggered(String job, Duration delay) {
        note("ticked " + job);
    }

    @Override
    public void cronMissed(String job, int ticks) {
        note("missed " + job + " " + ticks);
    }

    @Override
    public void unhandled(String job, long due) {
        note("unhandled " + job + " " + due);
    }

    @Override
    public void figures(QueueFigures figures) {
        note("figures " + figures.queue());
    }
}
