package dev.baton.jobs.worker;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.KeptConnection;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.support.Signal;
import dev.baton.support.TellableError;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeats of all claims of this process, in one statement. A claim that ends before its first heartbeat is due needs
 * none. The last thing to stop.
 */
final class HeartbeatSender implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatSender.class);
    private static final int FATAL_MISSES = 3;
    private static final long LONGEST_TICK = 1_000;

    private final JobDatabase database;
    private final HeldClaims claims;
    private final ClaimWatchdog watchdog;
    private final Duration heartbeat;
    private final Duration tick;
    private final KeptConnection connection;
    private final Signal cancellations;
    private final Thread thread = Threads.daemon("baton-jobs-heartbeats", this::loop);
    private volatile boolean closed;

    HeartbeatSender(JobDatabase database, HeldClaims claims, ClaimWatchdog watchdog, JobSettings settings) {
        this.database = database;
        this.claims = claims;
        this.watchdog = watchdog;
        this.cancellations = new Signal();
        this.heartbeat = settings.heartbeat();
        this.tick = Duration.ofMillis(Math.max(1, Math.min(LONGEST_TICK, heartbeat.toMillis() / 4)));
        this.connection =
                new KeptConnection(database.dataSource(), settings.heartbeatTimeout(), settings.heartbeatTimeout());
    }

    void start() {
        thread.start();
    }

    /** Somebody may have asked for a run to be cancelled. */
    void lookForCancellations() {
        cancellations.giveSignal();
    }

    private void loop() {
        try {
            while (!closed) {
                boolean asked = cancellations.await(tick.toNanos());
                try {
                    sendOrRest(asked);
                } catch (RuntimeException | Error e) { // nobody starts this thread again
                    LOG.error("heartbeats failed, and are sent again soon", TellableError.of(e));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connection.close();
        }
    }

    private void sendOrRest(boolean asked) {
        if (claims.isEmpty()) {
            rest();
        } else {
            sendDue(database.stopwatch().elapsed(), asked);
        }
    }

    /**
     * Before a claim, within {@link HeldClaims#underWay}: the heartbeats' connection must be there before the handlers can
     * take all that the pool has.
     */
    void prepare() throws SQLException {
        connection.useConnection(c -> null);
    }

    private void rest() {
        Lock alone = claims.underWay().writeLock();
        if (alone.tryLock()) { // else somebody is about to claim
            try {
                if (claims.isEmpty()) {
                    connection.returnToPool();
                }
            } finally {
                alone.unlock();
            }
        }
    }

    private void sendDue(long now, boolean asked) {
        long due = heartbeat.minus(tick).toNanos();
        long early = heartbeat.dividedBy(2).toNanos();
        boolean anyDue = claims.all().stream().anyMatch(claim -> now - claim.lastTriedAt() >= due);
        if (anyDue) {
            send(claims.where(claim -> now - claim.lastTriedAt() >= early));
        } else if (asked || claims.all().stream().anyMatch(Claim::running)) {
            cancelAsked();
        }
    }

    private void send(List<Claim> beating) {
        long sentAt = database.stopwatch().elapsed();
        try {
            connection.useConnection(c -> {
                BatchWrites.writeOrSplit(
                        beating,
                        database.dialect()::isDataError,
                        batch -> sendTogether(c, batch, sentAt),
                        (claim, error) -> missed(claim, sentAt, error));
                return null;
            });
        } catch (SQLException | RuntimeException e) {
            LOG.warn("a heartbeat of {} jobs failed: {}", beating.size(), e.toString());
            beating.stream().filter(claim -> claim.lastTriedAt() != sentAt).forEach(claim -> missed(claim, sentAt, e));
        }
    }

    private void sendTogether(Connection c, List<Claim> beating, long sentAt) throws SQLException {
        JobStore.HeartbeatAnswer beats = database.store().sendHeartbeats(c, database.workerId(), beating);
        for (Claim claim : beating) {
            answered(claim, beats, sentAt);
        }
    }

    private void missed(Claim claim, long sentAt, Exception error) {
        if (claim.missed(sentAt) >= FATAL_MISSES) {
            watchdog.abandonRun(
                    claim, FATAL_MISSES + " heartbeats in a row failed, the last with: " + error.getMessage());
        }
    }

    private void answered(Claim claim, JobStore.HeartbeatAnswer beats, long sentAt) {
        UUID id = claim.token().jobId();
        Boolean cancel = beats.confirmed().get(id);
        if (cancel != null) {
            claim.confirmed(sentAt);
            if (cancel) {
                claim.stopRun(Claim.Cause.CANCELLED, "an operator cancelled it");
            }
        } else if (beats.untouched().contains(id)) {
            claim.untouched(sentAt);
        } else if (!claim.ended()) {
            watchdog.abandonRun(claim, "its heartbeat found no such claim");
        }
    }

    private void cancelAsked() {
        try {
            List<Claim> held = claims.where(claim -> !claim.ended());
            Set<ClaimToken> asked =
                    connection.useConnection(c -> database.store().findCancelled(c, database.workerId(), held));
            for (Claim claim : held) {
                if (asked.contains(claim.token())) {
                    claim.stopRun(Claim.Cause.CANCELLED, "an operator cancelled it");
                }
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("could not look for cancellations", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        cancellations.giveSignal();
        try {
            thread.join(tick.toMillis() + JobDatabase.CONNECT_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
