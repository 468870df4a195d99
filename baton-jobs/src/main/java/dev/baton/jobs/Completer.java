package dev.baton.jobs;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes how runs ended: all that have ended since the last statement, in the next one. Runs wait for nobody; but when
 * too many endings are unwritten, because the database is away, the next run waits.
 */
final class Completer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Completer.class);
    private static final int BATCH = 1_000;
    private static final int UNWRITTEN = 10_000;
    private static final long IDLE_MILLIS = 2_000;
    private static final Duration LINGER = Duration.ofMillis(2);

    /** Put last: whatever came before it is written. */
    private static final Ending END =
            new Ending(null, "", JobStatus.SCHEDULED, false, 0, Ending.Base.KEEP, 0, 0, null, null, Duration.ZERO);

    private final Base base;
    private final Claims claims;
    private final Guard guard;
    private final Listeners listeners;
    private final Counters counters;
    private final Link link;
    private final BlockingQueue<Ending> endings = new LinkedBlockingQueue<>(UNWRITTEN);
    private final Thread thread = Threads.daemon("baton-jobs-completer", this::loop);
    private volatile long giveUpAt = System.nanoTime() + Long.MAX_VALUE / 2;

    Completer(Base base, Claims claims, Guard guard, Listeners listeners, Counters counters) {
        this.base = base;
        this.claims = claims;
        this.guard = guard;
        this.listeners = listeners;
        this.counters = counters;
        this.link = base.link();
    }

    void start() {
        thread.start();
    }

    /** Waits only when far too much is unwritten. */
    void add(Ending ending) {
        boolean interrupted = false;
        while (true) {
            try {
                endings.put(ending);
                break;
            } catch (InterruptedException e) {
                interrupted = true; // an ending is never dropped
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void loop() {
        List<Ending> batch = new ArrayList<>(BATCH);
        int last = 0;
        try {
            while (true) {
                Ending first = endings.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
                if (first == null) {
                    link.rest();
                    continue;
                }
                batch.add(first);
                endings.drainTo(batch, BATCH - 1);
                linger(batch, last);
                last = batch.size();
                boolean over = batch.remove(END);
                write(batch);
                batch.clear();
                if (over) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            link.close();
        }
    }

    /** Under load, a moment's patience makes batches that cost the database far less per job. */
    private void linger(List<Ending> batch, int last) throws InterruptedException {
        long deadline = System.nanoTime() + LINGER.toNanos();
        while (last > BATCH / 10 && batch.size() < BATCH / 2 && System.nanoTime() < deadline) {
            Ending more = endings.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (more != null) {
                batch.add(more);
                endings.drainTo(batch, BATCH - batch.size());
            }
        }
    }

    /** Until it is written: a run that has ended is never forgotten while this process lives. */
    private void write(List<Ending> batch) throws InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        for (int failures = 1; System.nanoTime() - giveUpAt < 0; failures++) {
            try {
                List<Ending> refused =
                        guard.patiently(() -> link.use(c -> base.store().finish(c, base.worker(), batch)));
                batch.forEach(ending -> claims.remove(ending.claim()));
                report(batch, refused);
                return;
            } catch (SQLException | RuntimeException e) {
                LOG.warn("{} endings could not be written yet ({}), trying again", batch.size(), e.toString());
                if (!TransientErrors.isTransient(e) && batch.size() > 1) {
                    writeSingly(batch);
                    return;
                }
                if (!TransientErrors.isTransient(e)) {
                    LOG.error(
                            "an ending cannot be written; the job will be reclaimed: {}",
                            batch.get(0).claim().token(),
                            e);
                    batch.forEach(ending -> claims.remove(ending.claim()));
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(Math.min(5_000, 100L * failures));
            }
        }
    }

    /** One of them is poison: it must not hold up the others. */
    private void writeSingly(List<Ending> batch) throws InterruptedException {
        for (Ending ending : batch) {
            write(List.of(ending));
        }
    }

    private void report(List<Ending> batch, List<Ending> refused) {
        for (Ending ending : batch) {
            if (!refused.isEmpty() && refused.contains(ending)) {
                refused(ending);
            } else {
                accepted(ending);
            }
        }
    }

    private void accepted(Ending ending) {
        String job = ending.claim().job().job();
        ClaimToken token = ending.claim().token();
        if (ending.outcome().equals(Ending.COMPLETED)) {
            counters.completed.increment();
            listeners.tell(l -> l.completed(job, token, ending.took()));
        } else if (ending.outcome().equals(Ending.FAILED)) {
            counters.failed.increment();
            listeners.tell(l -> l.failed(job, token, ending.cause()));
        }
        if (ending.status() == JobStatus.DEAD) {
            LOG.error("job {} is a dead letter: {}", job, token, ending.cause());
            listeners.tell(l -> l.dead(job, token.jobId(), String.valueOf(ending.cause())));
        }
    }

    private void refused(Ending ending) {
        if (ending.outcome().isEmpty() || ending.outcome().equals(Ending.ABANDONED)) {
            return; // it was going to be given back anyway
        }
        late(ending.claim(), ending.outcome());
    }

    /** The run reported after its claim was gone: refused, counted, and noted in its record. */
    void late(Claim claim, String outcome) {
        counters.refused.increment();
        String job = claim.job().job();
        LOG.warn("job {}: '{}' of {} came too late and was refused", job, outcome, claim.token());
        listeners.tell(l -> l.refused(job, claim.token(), outcome));
        try {
            link.use(c -> base.sql()
                    .get("late")
                    .set("outcome", outcome)
                    .set("id", claim.token().jobId().toString())
                    .set("claim", claim.token().claimNumber())
                    .update(c));
        } catch (SQLException | RuntimeException e) {
            LOG.warn("the late report of {} could not be noted", claim.token(), e);
        }
    }

    /** Writes what there is, for up to so long. */
    void close(Duration atMost) {
        giveUpAt = System.nanoTime() + atMost.toNanos();
        add(END);
        try {
            thread.join(atMost.toMillis() + 500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }
}
