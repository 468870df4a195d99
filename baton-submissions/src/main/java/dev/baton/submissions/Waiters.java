package dev.baton.submissions;

import dev.baton.submissions.store.IntentReads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients of this node that wait for an intent. One look at the database for all of them, when the leader has announced
 * that something was recorded, and now and then in case that was missed; none while nobody waits.
 */
final class Waiters implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Waiters.class);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final IntentReads reads;
    private final Map<String, Set<CountDownLatch>> waiting = new ConcurrentHashMap<>();
    private final Semaphore look = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    Waiters(IntentReads reads) {
        this.reads = reads;
        this.thread = new Thread(this::run, "baton-waiters");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Waits until the intent is settled, or for so long. */
    void await(String intentId, Duration atMost) throws InterruptedException {
        CountDownLatch settled = new CountDownLatch(1);
        waiting.compute(intentId, (id, latches) -> {
            Set<CountDownLatch> all = latches == null ? ConcurrentHashMap.newKeySet() : latches;
            all.add(settled);
            return all;
        });
        try {
            announced();
            settled.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            waiting.computeIfPresent(intentId, (id, latches) -> {
                latches.remove(settled);
                return latches.isEmpty() ? null : latches;
            });
        }
    }

    /** Something was recorded somewhere. */
    void announced() {
        if (!waiting.isEmpty() && look.availablePermits() == 0) {
            look.release();
        }
    }

    /** These were recorded here. */
    void settled(Collection<String> intentIds) {
        for (String id : intentIds) {
            waiting.getOrDefault(id, Set.of()).forEach(CountDownLatch::countDown);
        }
    }

    private void run() {
        try {
            while (!closed) {
                boolean asked = look.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                look.drainPermits();
                List<String> ids = List.copyOf(waiting.keySet());
                if (!ids.isEmpty()) {
                    look(ids, asked);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(List<String> ids, boolean asked) {
        try {
            settled(reads.settled(ids));
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot look for waiting clients (asked: {})", asked, e);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        waiting.values().forEach(latches -> latches.forEach(CountDownLatch::countDown));
    }
}
