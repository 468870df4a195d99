package dev.baton.election;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipListener;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners, in order, on a thread of its own, so that no listener can delay a heartbeat. */
public final class Announcer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
    private static final long CLOSE_SECONDS = 2;

    private final List<LeadershipListener> listeners;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> Threads.daemon("baton-listeners", task));

    public Announcer(List<LeadershipListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    void announce(LeadershipListener first, LeadershipEvent event) {
        try {
            thread.execute(() -> {
                tell(first, event);
                listeners.forEach(listener -> tell(listener, event));
            });
        } catch (RejectedExecutionException closed) {
            tell(first, event);
        }
    }

    private static void tell(LeadershipListener listener, LeadershipEvent event) {
        try {
            listener.on(event);
        } catch (RuntimeException e) {
            LOG.warn("a leadership listener failed on {}", event.kind().label(), e);
        }
    }

    @Override
    public void close() {
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
