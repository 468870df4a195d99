package dev.baton.jobs.worker;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobRun;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.claim.JobAfter;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.KeptConnection;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.support.Signal;
import dev.baton.support.TellableError;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes how runs ended: all that have ended since the last statement, in the next one. Runs wait for nobody, nor do those who tell
 * of their end, who may have other things to tell; but when too many endings are unwritten, because the database is away, no more
 * jobs are claimed.
 */
final class EndingWriter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EndingWriter.class);
    private static final int BATCH = 1_000;
    private static final int UNWRITTEN = 10_000;
    private static final long IDLE_MILLIS = 2_000;
    private static final long HELD_MILLIS = 500;
    private static final Duration LINGER = Duration.ofMillis(2);
    private static final Duration AFTER_ERROR = Duration.ofMillis(100);

    /** Put last: whatever came before it is written. */
    private static final Ending END = new Ending.NeverBegan(null);

    private final JobDatabase database;
    private final HeldClaims claims;
    private final DatabaseRetry retry;
    private final JobListeners listeners;
    private final Counters counters;
    private final WorkAnnouncer newWork;
    private final KeptConnection connection;
    private final HeldEndings held;
    private final BlockingQueue<Ending> endings = new LinkedBlockingQueue<>();
    private final Thread thread = Threads.daemon("baton-jobs-completer", this::loop);
    private final Signal giveUp;
    private volatile long giveUpAt = Long.MAX_VALUE;

    /** Of the thread: what it writes, how many it wrote before, whether these are the last. */
    private final List<Ending> batch = new ArrayList<>(BATCH);

    private int last;
    private boolean over;

    EndingWriter(
            JobDatabase database,
            HeldClaims claims,
            DatabaseRetry retry,
            JobListeners listeners,
            Counters counters,
            WorkAnnouncer newWork) {
        this.database = database;
        this.claims = claims;
        this.retry = retry;
        this.listeners = listeners;
        this.counters = counters;
        this.newWork = newWork;
        this.connection = database.keepConnection();
        this.held = new HeldEndings(database, connection);
        this.giveUp = new Signal();
    }

    void start() {
        thread.start();
    }

    /** There is always room: as many as were claimed before {@link #isFarBehind}. */
    void addEnding(Ending ending) {
        endings.add(ending);
    }

    /** Whether so much is unwritten that there should not be more. */
    boolean isFarBehind() {
        return endings.size() >= UNWRITTEN;
    }

    private void loop() {
        try {
            while (!over || !batch.isEmpty() || !(held.isEmpty() || isGivenUp())) {
                writeNext();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connection.close();
        }
    }

    /** What could not even be tried is tried again: nobody starts this thread again, and nobody else knows of the endings. */
    private void writeNext() throws InterruptedException {
        try {
            if (batch.isEmpty()) {
                takeBatch();
            }
            write(batch);
            batch.clear();
        } catch (RuntimeException | Error e) {
            LOG.error("endings could not be written, and are tried again", TellableError.of(e));
            giveUp.await(AFTER_ERROR.toNanos());
        }
    }

    private void takeBatch() throws InterruptedException {
        Ending first = endings.poll(held.isEmpty() ? IDLE_MILLIS : HELD_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
            batch.add(first);
            endings.drainTo(batch, BATCH - 1);
            linger();
            last = batch.size();
            over |= batch.remove(END);
        } else if (held.isEmpty()) {
            connection.returnToPool();
        }
        batch.addAll(held.takeReleased());
    }

    private boolean isGivenUp() {
        return database.stopwatch().elapsed() >= giveUpAt;
    }

    /**
     * Under load, a moment's patience makes batches that cost the database far less per job. Nobody is woken for each
     * ending meanwhile.
     */
    private void linger() throws InterruptedException {
        if (last > BATCH / 10 && batch.size() < BATCH / 2) {
            giveUp.await(LINGER.toNanos());
            endings.drainTo(batch, BATCH - batch.size());
        }
    }

    /** One poison ending must not hold up the others, nor go without a record itself. */
    private void write(List<Ending> batch) throws InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        try {
            BatchWrites.<Ending, InterruptedException>writeOrSplit(
                    batch, error -> true, this::writeAtLast, this::writeAsUnwritable);
        } catch (SQLException e) {
            throw new IllegalStateException("every refusal has been taken", e);
        }
    }

    /**
     * Until it is written: a run that has ended is never forgotten while this process lives. What others have locked is left for later.
     *
     * @throws SQLException if the database will not have it, now or later, or not all of it at once
     */
    private void writeAtLast(List<Ending> batch) throws SQLException, InterruptedException {
        List<Ending> left = held.others(batch);
        for (int failures = 1; !left.isEmpty() && !isGivenUp(); failures++) {
            if (held.goSingly(left)) {
                throw new SQLException(
                        left.size() + " endings are not written at once while the row of another is locked");
            }
            try {
                writeAndReport(left);
                return;
            } catch (SQLException | RuntimeException e) {
                LOG.warn("{} endings could not be written yet ({}), trying again", left.size(), e.toString());
                if (!retry.isTransient(e)) {
                    throw e instanceof SQLException refusal ? refusal : new SQLException(e);
                }
                held.putAside(left, e);
                left = held.others(left);
                giveUp.await(TimeUnit.MILLISECONDS.toNanos(Math.min(5_000, 100L * failures)));
            }
        }
    }

    /** Tried once: whoever waits for a row finds out first who has it. */
    private void writeAndReport(List<Ending> some) throws SQLException {
        List<Ending> refused = retry.callOnce(() -> connection.useConnection(c -> write(c, some)));
        some.forEach(ending -> claims.remove(ending.claim()));
        report(some, refused);
        announce(some);
    }

    private void writeAsUnwritable(Ending poison, SQLException e) throws InterruptedException {
        LOG.error("the ending of {} cannot be written as it is", poison.claim().token(), e);
        if (poison instanceof Ending.Unwritable) {
            claims.remove(poison.claim()); // not even that: whoever reclaims the job writes the record
        } else {
            boolean ofOurs = e.getCause() instanceof RuntimeException; // no word of the database
            write(List.of(Ending.unwritable(poison, ofOurs ? e.getCause() : e)));
        }
    }

    /** Can be sent again: what is written is found so, and a late report is noted over itself. */
    private List<Ending> write(Connection c, List<Ending> batch) throws SQLException {
        List<Ending> refused = database.store().writeEndings(c, database.workerId(), batch);
        for (Ending ending : batch) {
            Optional<JobRun.Outcome> late = ending.reportedTooLate(refused.contains(ending));
            if (late.isPresent()) {
                note(c, ending.claim().token(), late.get());
            }
        }
        return refused;
    }

    /** In the record of the run, which whoever reclaimed the job has written, or we just have. */
    private void note(Connection c, ClaimToken token, JobRun.Outcome late) throws SQLException {
        database.sql()
                .get("late")
                .set("outcome", late.label())
                .set("id", token.jobId().toString())
                .set("claim", token.claimNumber())
                .run(c);
    }

    private void report(List<Ending> batch, List<Ending> refused) {
        for (Ending ending : batch) {
            boolean wasRefused = refused.contains(ending);
            ending.reportedTooLate(wasRefused).ifPresent(late -> late(ending.claim(), late));
            if (!wasRefused) {
                accepted(ending);
            }
        }
    }

    /** What comes back is claimed when it is due: only now can claimers see when that is. */
    private void announce(List<Ending> batch) {
        Set<Long> pauses = new HashSet<>();
        for (Ending ending : batch) {
            if (ending.jobAfter() instanceof JobAfter.Kept job && job.status() == JobStatus.SCHEDULED) {
                pauses.add(job.pauseMillis());
            }
        }
        for (Long pause : pauses) {
            if (pause == 0) {
                newWork.announceWork();
            } else {
                newWork.announceWorkIn(Duration.ofMillis(pause));
            }
        }
    }

    private void accepted(Ending ending) {
        String job = ending.claim().job().job();
        ClaimToken token = ending.claim().token();
        if (ending instanceof Ending.Completed completed) {
            counters.completed.increment();
            listeners.notifyListeners(l -> l.completed(job, token, completed.took()));
        }
        ending.failure().ifPresent(cause -> failed(ending, cause));
    }

    private void failed(Ending ending, Throwable cause) {
        String job = ending.claim().job().job();
        ClaimToken token = ending.claim().token();
        counters.failed.increment();
        listeners.notifyListeners(l -> l.failed(job, token, cause));
        if (ending.jobAfter() instanceof JobAfter.Kept kept && kept.status() == JobStatus.DEAD) {
            LOG.error("job {} is a dead letter: {}", job, token, cause);
            listeners.notifyListeners(l -> l.dead(job, token.jobId(), String.valueOf(cause)));
        }
    }

    /** The run reported after its claim was gone: refused, counted, and by now noted in its record. */
    private void late(Claim claim, JobRun.Outcome outcome) {
        counters.refused.increment();
        String job = claim.job().job();
        LOG.atWarn()
                .addKeyValue("event", "job_completion_refused")
                .log("job_completion_refused job={} claim={} outcome={}", job, claim.token(), outcome.label());
        listeners.notifyListeners(l -> l.refused(job, claim.token(), outcome));
    }

    /** Writes what there is, for up to so long. */
    void close(Duration atMost) {
        giveUpAt = database.stopwatch().elapsed() + atMost.toNanos();
        giveUp.giveSignal();
        addEnding(END);
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
