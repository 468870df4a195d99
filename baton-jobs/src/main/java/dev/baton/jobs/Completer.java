package dev.baton.jobs;

import dev.baton.support.Signal;
import java.sql.Connection;
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
    private static final Ending END = Ending.last();

    private final Base base;
    private final Claims claims;
    private final Guard guard;
    private final Listeners listeners;
    private final Counters counters;
    private final Link link;
    private final BlockingQueue<Ending> endings = new LinkedBlockingQueue<>(UNWRITTEN);
    private final Thread thread = Threads.daemon("baton-jobs-completer", this::loop);
    private final Signal giveUp;
    private volatile long giveUpAt = Long.MAX_VALUE;

    Completer(Base base, Claims claims, Guard guard, Listeners listeners, Counters counters) {
        this.base = base;
        this.claims = claims;
        this.guard = guard;
        this.listeners = listeners;
        this.counters = counters;
        this.link = base.link();
        this.giveUp = new Signal();
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

    /**
     * Under load, a moment's patience makes batches that cost the database far less per job. Nobody is woken for each
     * ending meanwhile.
     */
    private void linger(List<Ending> batch, int last) throws InterruptedException {
        if (last > BATCH / 10 && batch.size() < BATCH / 2) {
            giveUp.await(LINGER.toNanos());
            endings.drainTo(batch, BATCH - batch.size());
        }
    }

    /** Until it is written: a run that has ended is never forgotten while this process lives. */
    private void write(List<Ending> batch) throws InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        for (int failures = 1; base.time().elapsed() < giveUpAt; failures++) {
            try {
                List<Ending> refused = guard.patiently(() -> link.use(c -> write(c, batch)));
                batch.forEach(ending -> claims.remove(ending.claim()));
                report(batch, refused);
                return;
            } catch (SQLException | RuntimeException e) {
                LOG.warn("{} endings could not be written yet ({}), trying again", batch.size(), e.toString());
                if (!TransientErrors.isTransient(e)) {
                    refused(batch, e);
                    return;
                }
                giveUp.await(TimeUnit.MILLISECONDS.toNanos(Math.min(5_000, 100L * failures)));
            }
        }
    }

    /** The database will not have it: one poison ending must not hold up the others, nor go without a record itself. */
    private void refused(List<Ending> batch, Exception e) throws InterruptedException {
        if (batch.size() > 1) {
            for (Ending ending : batch) {
                write(List.of(ending));
            }
            return;
        }
        Ending poison = batch.get(0);
        LOG.error("the ending of {} cannot be written as it is", poison.claim().token(), e);
        if (poison.cause() instanceof Ending.UnwritableException) {
            claims.remove(poison.claim()); // not even that: whoever reclaims the job writes the record
        } else {
            write(List.of(poison.plainly(e)));
        }
    }

    /** Can be sent again: what is written is found so, and a late report is noted over itself. */
    private List<Ending> write(Connection c, List<Ending> batch) throws SQLException {
        List<Ending> refused = base.store().finish(c, base.worker(), batch);
        for (Ending ending : batch) {
            String late = ending.tooLate(refused.contains(ending));
            if (late != null) {
                note(c, ending.claim().token(), late);
            }
        }
        return refused;
    }

    /** In the record of the run, which whoever reclaimed the job has written, or we just have. */
    private void note(Connection c, ClaimToken token, String late) throws SQLException {
        base.sql()
                .get("late")
                .set("outcome", late)
                .set("id", token.jobId().toString())
                .set("claim", token.claimNumber())
                .run(c);
    }

    private void report(List<Ending> batch, List<Ending> refused) {
        for (Ending ending : batch) {
            boolean wasRefused = refused.contains(ending);
            String late = ending.tooLate(wasRefused);
            if (late != null) {
                late(ending.claim(), late);
            }
            if (!wasRefused) {
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

    /** The run reported after its claim was gone: refused, counted, and by now noted in its record. */
    private void late(Claim claim, String outcome) {
        counters.refused.increment();
        String job = claim.job().job();
        LOG.atWarn()
                .addKeyValue("event", "job_completion_refused")
                .log("job_completion_refused job={} claim={} outcome={}", job, claim.token(), outcome);
        listeners.tell(l -> l.refused(job, claim.token(), outcome));
    }

    /** Writes what there is, for up to so long. */
    void close(Duration atMost) {
        giveUpAt = base.time().elapsed() + atMost.toNanos();
        giveUp.give();
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
