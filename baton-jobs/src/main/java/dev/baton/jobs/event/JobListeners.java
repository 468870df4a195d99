package dev.baton.jobs.event;

import dev.baton.jobs.JobListener;
import dev.baton.support.TellableError;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls every listener in turn. What one throws is logged, so that it harms neither the work nor the next listener. */
public final class JobListeners {

    private static final Logger LOG = LoggerFactory.getLogger(JobListener.class);

    private final List<JobListener> listeners;

    public JobListeners(List<JobListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    public void notifyListeners(Consumer<JobListener> what) {
        for (JobListener listener : listeners) {
            try {
                what.accept(listener);
            } catch (Throwable e) { // the thread has other things to do, whatever it is and whether or not it may be
                // thrown
                LOG.warn("a job listener failed", TellableError.of(e));
            }
        }
    }
}
