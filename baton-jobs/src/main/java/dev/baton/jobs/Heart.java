package dev.baton.jobs;

import dev.baton.support.Signal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeats of all claims of this process, in one statement. A claim that ends before its first heartbeat is due needs
 * none. The last thing to stop.
 */
final class Heart implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Heart.class);
    private static final int FATAL_MISSES = 3;
    private static final long LONGEST_TICK = 1_000;

    private final Base base;
    private final Claims claims;
    private final Watch watch;
    private final Duration heartbeat;
    private final Duration tick;
    private final Link link;
    private final Signal cancellations;
    private final Thread thread = Threads.daemon("baton-jobs-heart", this::loop);
    private volatile boolean closed;

    Heart(Base base, Claims claims, Watch watch, JobSettings settings) {
        this.base = base;
        this.claims = claims;
        this.watch = watch;
        this.cancellations = new Signal();
        this.heartbeat = settings.heartbeat();
        this.tick = Duration.ofMillis(Math.max(1, Math.min(LONGEST_TICK, heartbeat.toMillis() / 4)));
        this.link = new Link(base.source(), settings.heartbeatTimeout(), settings.heartbeatTimeout());
    }

    void start() {
        thread.start();
    }

    /** Somebody may have asked for a run to be cancelled. */
    void lookForCancellations() {
        cancellations.give();
    }

    private void loop() {
        try {
            while (!closed) {
                boolean asked = cancellations.await(tick.toNanos());
                if (claims.isEmpty()) {
                    link.rest();
                } else {
                    beat(base.time().elapsed(), asked);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            link.close();
        }
    }

    private void beat(long now, boolean asked) {
        long due = heartbeat.minus(tick).toNanos();
        long early = heartbeat.dividedBy(2).toNanos();
        boolean anyDue = claims.all().stream().anyMatch(claim -> now - claim.idleSince() >= due);
        if (anyDue) {
            send(claims.where(claim -> now - claim.idleSince() >= early));
        } else if (asked || claims.all().stream().anyMatch(Claim::running)) {
            cancelAsked();
        }
    }

    private void send(List<Claim> beating) {
        long sentAt = base.time().elapsed();
        try {
            Store.Beats beats = link.use(c -> base.store().beat(c, base.worker(), beating));
            for (Claim claim : beating) {
                answered(claim, beats, sentAt);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.warn("a heartbeat of {} jobs failed: {}", beating.size(), e.toString());
            for (Claim claim : beating) {
                if (claim.missed(sentAt) >= FATAL_MISSES) {
                    watch.abandon(
                            claim, FATAL_MISSES + " heartbeats in a row failed, the last with: " + e.getMessage());
                }
            }
        }
    }

    private void answered(Claim claim, Store.Beats beats, long sentAt) {
        UUID id = claim.token().jobId();
        Boolean cancel = beats.confirmed().get(id);
        if (cancel != null) {
            claim.confirmed(sentAt);
            if (cancel) {
                claim.stop(Claim.Cause.CANCELLED, "an operator cancelled it");
            }
        } else if (beats.untouched().contains(id)) {
            claim.untouched(sentAt);
        } else if (!claim.ended()) {
            watch.abandon(claim, "its heartbeat found no such claim");
        }
    }

    private void cancelAsked() {
        try {
            Set<String> asked = Set.copyOf(link.use(c -> base.sql()
                    .get("cancel-asked")
                    .set("worker", base.worker())
                    .all(c, row -> row.getString(1) + "#" + row.getLong(2))));
            for (Claim claim : claims.all()) {
                if (asked.contains(claim.token().jobId() + "#" + claim.token().claimNumber())) {
                    claim.stop(Claim.Cause.CANCELLED, "an operator cancelled it");
                }
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("could not look for cancellations", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        cancellations.give();
        try {
            thread.join(tick.toMillis() + Base.OPENING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
