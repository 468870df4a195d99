package dev.baton.election;

import dev.baton.Campaign;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipListener;
import dev.baton.support.Threads;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log and the listeners, in order, each on a thread of its own: no listener can delay a heartbeat, nor keep
 * the log from telling what happens. A listener that is stuck misses events once its queue is full; that is logged.
 */
public final class Announcer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
    private static final long CLOSE_SECONDS = 2;
    private static final int QUEUE = 10_000;

    private final List<LeadershipListener> listeners;
    private final boolean logs;
    private final ThreadPoolExecutor log = queue("baton-log");
    private final ThreadPoolExecutor told = queue("baton-listeners");

    public Announcer(List<LeadershipListener> listeners) {
        this(listeners, true);
    }

    private Announcer(List<LeadershipListener> listeners, boolean logs) {
        this.listeners = List.copyOf(listeners);
        this.logs = logs;
    }

    /** Tells nobody, and no log. */
    static Announcer mute() {
        return new Announcer(List.of(), false);
    }

    private static ThreadPoolExecutor queue(String name) {
        return new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), Threads.daemons(name));
    }

    /** Tells of something that no election has decided. */
    public void announce(Candidate candidate, LeadershipEvent event) {
        announce(new ElectionLog(() -> candidate), event);
    }

    void announce(ElectionLog logger, LeadershipEvent event) {
        String what = event.kind().label();
        LeadershipEvent logged = logger.complete(event);
        if (logs && !logger.silentOn(event)) {
            try {
                log.execute(() -> tell(logger, what, listener -> listener.on(logged)));
            } catch (RejectedExecutionException closed) {
                tell(logger, what, listener -> listener.on(logged));
            }
        }
        tellAll(what, listener -> listener.on(event));
    }

    /** To be called before the campaign can have any events. */
    public void campaignStarted(Campaign campaign) {
        tellAll("campaign_started", listener -> listener.campaignStarted(campaign));
    }

    private void tellAll(String what, Consumer<LeadershipListener> call) {
        try {
            told.execute(() -> listeners.forEach(listener -> tell(listener, what, call)));
        } catch (RejectedExecutionException full) {
            LOG.warn("a leadership listener is stuck: {} was not told", what);
        }
    }

    private static void tell(LeadershipListener listener, String what, Consumer<LeadershipListener> call) {
        try {
            call.accept(listener);
        } catch (RuntimeException | Error e) { // an Error of one is no reason to keep the event from the others
            LOG.warn("a leadership listener failed on {}", what, e);
        }
    }

    @Override
    public void close() {
        close(log);
        close(told);
    }

    private static void close(ThreadPoolExecutor thread) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
