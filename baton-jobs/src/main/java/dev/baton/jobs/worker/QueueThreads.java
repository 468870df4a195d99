package dev.baton.jobs.worker;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.KeptConnection;
import dev.baton.support.Signal;
import dev.baton.support.Stopwatch;
import dev.baton.support.TellableError;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that run the jobs of some queues, and the one that claims jobs for them before they are free. */
final class QueueThreads {

    private static final Logger LOG = LoggerFactory.getLogger(QueueThreads.class);
    private static final int LARGEST_CLAIM = 1_000;

    /** How many runs may go on without a thread before no more jobs are claimed: each has its claim to renew. */
    private static final int MOST_WITHOUT_THREAD = 2_000;

    private static final Duration RESTING = Duration.ofMillis(500);
    private static final Duration LONGEST_AFTER_ERROR = Duration.ofSeconds(5);
    private static final long TOO_LONG_WAITED = Duration.ofSeconds(2).toNanos();

    private final WorkerParts worker;
    private final int threads;
    private final ClaimPositions positions;
    private final PrefetchSize prefetch;
    private final KeptConnection connection;
    private final RefusedClaims refused;
    private final LinkedBlockingQueue<Claim> waiting = new LinkedBlockingQueue<>();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicInteger withoutThread = new AtomicInteger();
    private final LongAdder ended = new LongAdder();
    private final Stopwatch time;
    private final Signal signal;
    private final LookPauses pauses;
    private final AtomicBoolean mayBeWork = new AtomicBoolean();
    private final List<Thread> threadsOfJobs = new ArrayList<>();
    private final Thread claimer;
    private volatile int ahead;
    private volatile boolean stopping;
    private boolean answerLost;

    QueueThreads(WorkerParts worker, String name, Predicate<String> queues, int threads) {
        this.worker = worker;
        this.threads = threads;
        this.time = worker.database().stopwatch();
        this.signal = new Signal();
        this.pauses = new LookPauses(time, worker.settings().pollInterval());
        this.positions = new ClaimPositions(queues, time);
        this.prefetch = new PrefetchSize(worker.settings().maxPrefetch(), time);
        this.connection = worker.database().keepConnection();
        this.refused = new RefusedClaims(worker.database(), () -> stopping);
        this.claimer = Threads.daemon("baton-jobs-claimer-" + name, this::loop);
        ThreadFactory factory = JobThreads.factory(worker.settings().virtualThreads());
        for (int i = 1; i <= threads; i++) {
            Thread thread = factory.newThread(new JobRunLoop(worker, this));
            thread.setName("baton-job-" + name + "-" + i);
            threadsOfJobs.add(thread);
        }
    }

    int threads() {
        return threads;
    }

    void start() {
        threadsOfJobs.forEach(Thread::start);
        claimer.start();
    }

    /** There may be work. */
    void wake() {
        mayBeWork.set(true);
        signal.giveSignal();
    }

    /** For a thread that is free: the next claim, as soon as there is one. */
    Claim takeClaim() throws InterruptedException {
        return waiting.take();
    }

    /** A thread is free again. */
    void runEnded() {
        ended.increment();
        held.decrementAndGet();
        if (waiting.size() <= ahead / 2) {
            signal.giveSignal();
        }
    }

    /** A run goes on, and its thread takes the next. */
    void runLeavesThread() {
        withoutThread.incrementAndGet();
    }

    void runWithoutThreadEnded() {
        withoutThread.decrementAndGet();
        signal.giveSignal();
    }

    private void loop() {
        try {
            while (!stopping) {
                int room = room();
                if (room <= 0) {
                    if (!signal.await(Duration.ofMillis(100).toNanos())) {
                        connection.returnToPool(); // its jobs take their time
                    }
                    giveBackStale();
                    continue;
                }
                try {
                    Duration pause = look(room);
                    if (pause != null) {
                        idle(pause);
                    }
                } catch (SQLException | RuntimeException | Error e) { // nobody starts this thread again
                    LOG.warn(
                            "jobs cannot be claimed just now: {}",
                            TellableError.of(e).toString());
                    signal.await(jittered(LookPauses.min(pauses.afterVainLook(), LONGEST_AFTER_ERROR)));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connection.close();
        }
    }

    int room() {
        ahead = prefetch.jobsAhead(ended.sum());
        if (waiting.size() > ahead / 2 || worker.endings().isFarBehind()) {
            return 0;
        }
        return Math.min(
                Math.min(LARGEST_CLAIM, threads + ahead - held.get()), MOST_WITHOUT_THREAD - withoutThread.get());
    }

    /** Claims what there is; how long to pause before the next look, or null if that is to follow at once. */
    Duration look(int room) throws SQLException {
        if (mayBeWork.getAndSet(false)) {
            pauses.told();
        }
        int got = claimOnce(room);
        Duration pause = got > 0 ? pauses.afterFind() : pauses.afterVainLook();
        if (got == room || positions.moreLanes()) {
            return null;
        }
        return answerLost ? LookPauses.SHORTEST : pause; // another pool was claiming: it has done so in a moment
    }

    /** After any error it may have claimed something that nobody here knows of. */
    int claimOnce(int room) throws SQLException {
        boolean answered = false;
        try {
            int got = worker.retry().callOnce(() -> claim(room));
            answered = true;
            return got;
        } finally {
            answerLost |= !answered;
        }
    }

    private int claim(int room) throws SQLException {
        return connection.useConnection(c -> {
            JobStore store = worker.database().store();
            if (answerLost) {
                answerLost = !new LostAnswerClaims(worker).giveBackAll(c);
            }
            if (positions.outdated()) {
                positions.readLanes(store, c);
            }
            int got = take(store, c, room);
            if (got < room && positions.readLanes(store, c)) {
                got += take(store, c, room - got);
            }
            return got;
        });
    }

    private int take(JobStore store, java.sql.Connection c, int room) throws SQLException {
        if (positions.isEmpty()) {
            return 0;
        }
        Lock underWay = worker.claims().underWay().readLock();
        underWay.lock();
        try {
            worker.heartbeats().prepare();
            long sentAt = time.elapsed();
            JobStore.ClaimRequest wanted = new JobStore.ClaimRequest(
                    worker.database().workerId(),
                    positions.lanes(),
                    positions.startTimes(),
                    positions.reached(),
                    worker.handlers().names(),
                    worker.capabilities(),
                    room,
                    worker.settings().shortestLock().toMillis());
            List<ClaimedJob> claimed = new ArrayList<>(refused.claimJobs(store, c, wanted));
            claimed.sort(ClaimPositions.ORDER);
            positions.rememberReached(claimed);
            held.addAndGet(claimed.size());
            for (ClaimedJob job : claimed) {
                Claim claim = new Claim(job, worker.database().workerId(), time, sentAt);
                worker.claims()
                        .add(claim)
                        .ifPresent(old -> worker.watchdog().abandonRun(old, "the job was freed and claimed again"));
                waiting.add(claim);
            }
            return claimed.size();
        } finally {
            underWay.unlock();
        }
    }

    /** Until told, until something is due, or until the pause is over; without a connection, if that takes a while. */
    void idle(Duration pause) throws InterruptedException {
        long wait = jittered(pause);
        Duration due = positions.untilNextDue();
        boolean untilDue = due != null && due.toNanos() <= wait;
        if (untilDue) {
            wait = due.toNanos();
        }
        long resting = RESTING.toNanos();
        boolean woken = signal.await(Math.min(wait, resting));
        if (!woken && wait > resting) {
            connection.returnToPool();
            woken = signal.await(wait - resting);
        }
        if (untilDue && !woken) {
            mayBeWork.set(true);
        }
    }

    /** Jobs that wait here too long for a thread are given back: another worker may have one that is free. */
    private void giveBackStale() {
        Claim oldest = waiting.peek();
        if (oldest != null && oldest.sinceConfirmed().toNanos() > TOO_LONG_WAITED) {
            giveBack();
        }
    }

    private void giveBack() {
        for (Claim claim = waiting.poll(); claim != null; claim = waiting.poll()) {
            claim.endRun();
            worker.endings().addEnding(new Ending.NeverBegan(claim));
            held.decrementAndGet();
        }
    }

    /** Takes no more work, and gives back what has not begun. */
    void stopClaiming() {
        stopping = true;
        signal.giveSignal();
        join(claimer, JobDatabase.ANSWER_TIMEOUT);
        giveBack();
    }

    /** Waits until no job is left here, or until the deadline; false if there still is one. */
    boolean awaitIdle(long deadline) throws InterruptedException {
        while (held.get() + withoutThread.get() > 0) {
            long left = deadline - time.elapsed();
            if (left <= 0) {
                return false;
            }
            signal.await(Math.min(left, Duration.ofMillis(50).toNanos()));
        }
        return true;
    }

    void endThreads() {
        threadsOfJobs.forEach(Thread::interrupt);
    }

    private static void join(Thread thread, Duration atMost) {
        try {
            thread.join(atMost.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long jittered(Duration pause) {
        return (long)
                (pause.toNanos() * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble()));
    }
}
