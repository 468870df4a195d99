package dev.baton.jobs.event;

import dev.baton.jobs.JobListener;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells everybody; nobody can harm the work by throwing. */
public final class Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(JobListener.class);

    private final List<JobListener> listeners;

    public Listeners(List<JobListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    public void tell(Consumer<JobListener> what) {
        for (JobListener listener : listeners) {
            try {
                what.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn("a job listener failed", e);
            }
        }
    }
}
