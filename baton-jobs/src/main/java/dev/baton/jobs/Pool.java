package dev.baton.jobs;

import dev.baton.election.Stopwatch;
import dev.baton.support.Signal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads for some queues, and the one that claims for them, ahead of them. */
final class Pool {

    private static final Logger LOG = LoggerFactory.getLogger(Pool.class);
    private static final int LARGEST_CLAIM = 1_000;
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    private static final Duration RESTING = Duration.ofMillis(500);
    private static final long TOO_LONG_WAITED = Duration.ofSeconds(2).toNanos();
    private static final Comparator<ClaimedJob> ORDER =
            Comparator.comparingInt(ClaimedJob::priority).reversed().thenComparing(ClaimedJob::nextRunTime);

    private final Worker worker;
    private final int threads;
    private final LaneBook book;
    private final Pace pace;
    private final Link link;
    private final LinkedBlockingQueue<Claim> waiting = new LinkedBlockingQueue<>();
    private final AtomicInteger held = new AtomicInteger();
    private final LongAdder ended = new LongAdder();
    private final Stopwatch time;
    private final Signal signal;
    private final List<Thread> slots = new ArrayList<>();
    private final Thread claimer;
    private volatile int ahead;
    private volatile boolean stopping;
    private boolean suspicious;

    Pool(Worker worker, String name, Predicate<String> queues, int threads) {
        this.worker = worker;
        this.threads = threads;
        this.time = worker.base().time();
        this.signal = new Signal();
        this.book = new LaneBook(queues, time);
        this.pace = new Pace(worker.settings().maxPrefetch(), time);
        this.link = worker.base().link();
        this.claimer = Threads.daemon("baton-jobs-claimer-" + name, this::loop);
        ThreadFactory factory = Threads.forJobs(worker.settings().virtualThreads());
        for (int i = 1; i <= threads; i++) {
            Thread thread = factory.newThread(new Slot(worker, this));
            thread.setName("baton-job-" + name + "-" + i);
            slots.add(thread);
        }
    }

    int threads() {
        return threads;
    }

    void start() {
        slots.forEach(Thread::start);
        claimer.start();
    }

    /** There may be work, or room for it. */
    void wake() {
        signal.give();
    }

    /** For a slot: the next claim. */
    Claim take() throws InterruptedException {
        return waiting.take();
    }

    /** A slot is free again. */
    void ended() {
        ended.increment();
        held.decrementAndGet();
        if (waiting.size() <= ahead / 2) {
            signal.give();
        }
    }

    private void loop() {
        Duration pause = SHORTEST_PAUSE;
        try {
            while (!stopping) {
                int room = room();
                if (room <= 0) {
                    if (!signal.await(Duration.ofMillis(100).toNanos())) {
                        link.rest(); // its jobs take their time
                    }
                    giveBackStale();
                    continue;
                }
                try {
                    int got = worker.guard().once(() -> claim(room));
                    pause = got > 0 ? SHORTEST_PAUSE : longer(pause);
                    if (got < room) {
                        idle(pause);
                    }
                } catch (SQLException | RuntimeException e) {
                    suspicious = true;
                    LOG.warn("jobs cannot be claimed just now: {}", e.toString());
                    pause = longer(pause);
                    signal.await(jittered(min(pause, Duration.ofSeconds(5))));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            link.close();
        }
    }

    private int room() {
        ahead = pace.ahead(ended.sum());
        if (waiting.size() > ahead / 2) {
            return 0;
        }
        return Math.min(LARGEST_CLAIM, threads + ahead - held.get());
    }

    private int claim(int room) throws SQLException {
        return link.use(connection -> {
            Store store = worker.base().store();
            if (suspicious) {
                new Orphans(worker).free(connection);
                suspicious = false;
            }
            if (book.outdated()) {
                book.survey(store, connection);
            }
            int got = take(store, connection, room);
            if (got < room && book.survey(store, connection)) {
                got += take(store, connection, room - got);
            }
            return got;
        });
    }

    private int take(Store store, java.sql.Connection connection, int room) throws SQLException {
        if (book.isEmpty()) {
            return 0;
        }
        Lock underWay = worker.claims().underWay().readLock();
        underWay.lock();
        try {
            long sentAt = time.elapsed();
            Store.Wanted wanted = new Store.Wanted(
                    worker.base().worker(),
                    book.lanes(),
                    book.from(),
                    worker.handlers().names(),
                    worker.capabilities(),
                    room,
                    worker.settings().shortestLock().toMillis());
            List<ClaimedJob> claimed = new ArrayList<>(store.claim(connection, wanted));
            claimed.sort(ORDER);
            book.reached(claimed);
            held.addAndGet(claimed.size());
            for (ClaimedJob job : claimed) {
                Claim claim = new Claim(job, worker.base().worker(), time, sentAt);
                worker.claims().add(claim);
                waiting.add(claim);
            }
            return claimed.size();
        } finally {
            underWay.unlock();
        }
    }

    /** Until told, until something is due, or until the pause is over; without a connection, if that takes a while. */
    private void idle(Duration pause) throws InterruptedException {
        long wait = jittered(min(pause, worker.settings().pollInterval()));
        Duration due = book.untilNextDue();
        if (due != null) {
            wait = Math.min(wait, due.toNanos());
        }
        long resting = RESTING.toNanos();
        if (!signal.await(Math.min(wait, resting)) && wait > resting) {
            link.rest();
            signal.await(wait - resting);
        }
    }

    private Duration longer(Duration pause) {
        return min(pause.multipliedBy(2), worker.settings().pollInterval());
    }

    /** Jobs that wait here for slots while other workers might have some are given back. */
    private void giveBackStale() {
        Claim oldest = waiting.peek();
        if (oldest != null && oldest.age().toNanos() > TOO_LONG_WAITED) {
            giveBack();
        }
    }

    private void giveBack() {
        for (Claim claim = waiting.poll(); claim != null; claim = waiting.poll()) {
            claim.end();
            worker.completer().add(Ending.released(claim));
            held.decrementAndGet();
        }
    }

    /** Takes no more work, and gives back what has not begun. */
    void stopClaiming() {
        stopping = true;
        signal.give();
        join(claimer, Base.ANSWER);
        giveBack();
    }

    /** Whether the slots have nothing left to do, within this time. */
    boolean awaitIdle(long deadline) throws InterruptedException {
        while (held.get() > 0) {
            long left = deadline - time.elapsed();
            if (left <= 0) {
                return false;
            }
            signal.await(Math.min(left, Duration.ofMillis(50).toNanos()));
        }
        return true;
    }

    void endSlots() {
        slots.forEach(Thread::interrupt);
    }

    private static void join(Thread thread, Duration atMost) {
        try {
            thread.join(atMost.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private static long jittered(Duration pause) {
        return (long)
                (pause.toNanos() * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble()));
    }
}
